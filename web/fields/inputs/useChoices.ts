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
import { lookupRequest } from './choices.ts'
import type { InputProps } from './props.ts'

type ChoicesOptions = Pick<InputProps<'select' | 'multiselect'>, 'resource' | 'field' | 'parent'> & {
  text: string
  /** False until the list is opened: nothing is loaded before. */
  enabled: boolean
}

const noChoices: readonly Choice[] = []

/**
 * The choices of a select. A complete list is loaded once and filtered here; one that overflows (`ovf`) is searched by
 * the server while the user types.
 */
export function useChoices({ resource, field, parent, text, enabled }: ChoicesOptions) {
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
    choices: shown.data?.data ?? noChoices,
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
    unwrapAnswer(await postPath<LookupAnswer>(call, lookupRequest(text, parent), { signal })),
  enabled,
})

/** Delay that coalesces a burst of changes into one fetch. */
const coalesce_ms = 400

/** Fetches the choices again when one is created, renamed, or deleted while the list is open. */
function useLiveChoices({ from, call }: { from: string; call: string }, isOpen: boolean) {
  const client = useQueryClient()
  const refetch = useCoalesced(() => void client.invalidateQueries({ queryKey: ['choices', call] }), coalesce_ms)
  useChannel(
    isOpen ? `private-${selectChannel(resourceByName(from))}` : undefined,
    () => refetch(),
    () => refetch(),
  )
}
