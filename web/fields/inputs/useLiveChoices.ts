import { useQueryClient } from '@tanstack/react-query'
import { selectChannel } from '#shared/resource/names.ts'
import { resourceNamed } from '#shared/resources/index.ts'
import { useChannel } from '#web/live/useChannel.ts'
import { useGathered } from '#web/live/useGathered.ts'

/** Many changes at once are one look. */
const gather_ms = 400

/** Choices are asked for again when somebody makes, renames or deletes one while they are open. */
export function useLiveChoices({ from, call }: { from: string; call: string }, isOpen: boolean) {
  const client = useQueryClient()
  const lookAgain = useGathered(() => void client.invalidateQueries({ queryKey: ['choices', call] }), gather_ms)
  useChannel(
    isOpen ? `private-${selectChannel(resourceNamed(from))}` : undefined,
    () => lookAgain(),
    () => lookAgain(),
  )
}
