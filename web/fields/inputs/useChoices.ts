import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Choice, LookupAnswer } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import { lookupPath } from '#shared/resources/lookups.ts'
import { ask } from '#web/api/client.ts'
import { succeed } from '#web/api/query.ts'
import { choicesAsked } from './choices.ts'
import type { InputProps } from './props.ts'
import { useLiveChoices } from './useLiveChoices.ts'

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
    succeed(await ask<LookupAnswer>(call, choicesAsked(text, parent), { signal })),
  enabled,
})
