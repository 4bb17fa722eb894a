import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Choice, LookupAnswer } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import { selectChannel } from '#shared/resource/names.ts'
import { resourceByName } from '#shared/resources/index.ts'
import { lookupPath } from '#shared/resources/lookups.ts'
import { postPath } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useChannel, useCoalesced } from '#web/platform/live/useChannel.ts'
import { choicesAsked } from './choices.ts'
import type { InputProps } from './props.ts'

type Asking = Pick<InputProps<'select' | 'multiselect'>, 'resource' | 'field' | 'parent'> & {
  text: string
  /** Nobody asks before the list is opened. */
  enabled: boolean
}

const none: readonly Choice[] = []

/**
 * What can be chosen. A list that comes whole is asked for once and narrowed here; one that overflows is searched by the
 * server while somebody types.
 */
export function useChoices({ resource, field, parent, text, enabled }: Asking) {
  const call = lookupPath(resource, field)
  const [typed] = useDebouncedValue(text.trim(), limits.list.search_debounce_ms)
  useLiveChoices({ from: field.from, call }, enabled)
  const whole = useQuery(choicesQuery(call, '', parent, enabled))
  const isSearched = whole.data?.ovf === true && typed !== ''
  const found = useQuery({
    ...choicesQuery(call, typed, parent, enabled && isSearched),
    placeholderData: keepPreviousData,
  })
  const shown = isSearched ? found : whole
  return {
    choices: shown.data?.data ?? none,
    isSearched,
    /** More can be found by typing. */
    overflows: shown.data?.ovf === true,
    isLoading: enabled && (shown.isFetching || (whole.data?.ovf === true && typed !== text.trim())),
    isFailed: shown.isError,
  }
}

const choicesQuery = (call: string, text: string, parent: unknown, enabled: boolean) => ({
  queryKey: ['choices', call, parent ?? null, text],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    unwrapAnswer(await postPath<LookupAnswer>(call, choicesAsked(text, parent), { signal })),
  enabled,
})

/** Many changes at once are one look. */
const gather_ms = 400

/** Choices are asked for again when somebody makes, renames or deletes one while they are open. */
function useLiveChoices({ from, call }: { from: string; call: string }, isOpen: boolean) {
  const client = useQueryClient()
  const lookAgain = useCoalesced(() => void client.invalidateQueries({ queryKey: ['choices', call] }), gather_ms)
  useChannel(
    isOpen ? `private-${selectChannel(resourceByName(from))}` : undefined,
    () => lookAgain(),
    () => lookAgain(),
  )
}
