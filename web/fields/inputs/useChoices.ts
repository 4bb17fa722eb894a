import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import type { Choice, LookupAnswer } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import { selectChannel } from '#shared/resource/names.ts'
import { resourceByName } from '#shared/resources/index.ts'
import { lookupPath } from '#shared/resources/lookups.ts'
import { postPath } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useChannel, useCoalesced } from '#web/platform/live/useChannel.ts'
import type { Chosen } from '#web/fields/values.ts'
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
  const lookup = { from: field.from, call: lookupPath(resource, field) }
  const [typed] = useDebouncedValue(text.trim(), limits.list.lookup_debounce_ms)
  useLiveChoices(field.from, enabled)
  const whole = useQuery(choicesQuery(lookup, '', parent, enabled))
  const isSearched = whole.data?.ovf === true && typed !== ''
  const found = useQuery({
    ...choicesQuery(lookup, typed, parent, enabled && isSearched),
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

/** The key of all choices that are rows of a resource: one channel announces their changes. */
export const choicesOf = (from: string) => ['choices', from] as const

type Lookup = { from: string; call: string }

export const choicesQuery = ({ from, call }: Lookup, text: string, parent: unknown, enabled: boolean) => ({
  queryKey: [...choicesOf(from), call, parent ?? null, text],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    unwrapAnswer(await postPath<LookupAnswer>(call, lookupRequest(text, parent), { signal })),
  enabled,
})

/** Delay that coalesces a burst of changes into one fetch. */
const coalesce_ms = 400

/** Fetches the choices again when one is created, renamed, or deleted while the list is open. */
function useLiveChoices(from: string, isOpen: boolean) {
  const client = useQueryClient()
  const refetch = useCoalesced(() => void client.invalidateQueries({ queryKey: choicesOf(from) }), coalesce_ms)
  useChannel(
    isOpen ? `private-${selectChannel(resourceByName(from))}` : undefined,
    () => refetch(),
    () => refetch(),
  )
}

/** The request of a lookup: the search text, and the row or date selected in the parent field. */
export function lookupRequest(text: string, parent: unknown): Record<string, unknown> {
  const search = text === '' ? {} : { SearchQuery: text }
  if (typeof parent === 'string' && parent !== '') return { ...search, Date: parent }
  return isRow(parent) ? { ...search, id: parent.id } : search
}

const isRow = (value: unknown): value is { id: number } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'

/** The label of an option: its name, or its id while the name is unknown. */
export const optionLabel = ({ id, name }: Choice | Chosen) => (name === '' ? `#${id}` : name)

/** The options of a select: the loaded choices, and the selected rows that are not among them. */
export function toOptions(loaded: readonly Choice[], chosen: readonly Chosen[]) {
  const loadedIds = new Set(loaded.map(({ id }) => id))
  const others = chosen.filter(({ id }) => !loadedIds.has(id))
  return [...loaded, ...others].map((one) => ({ value: String(one.id), label: optionLabel(one) }))
}

/** The rows of the selected ids, in the order of selection. */
export function selectedRows(
  values: readonly string[],
  loaded: readonly Choice[],
  previous: readonly Chosen[],
): Chosen[] {
  const rows = new Map<string, Chosen>([...loaded, ...previous].map((row) => [String(row.id), row]))
  return values.flatMap((value) => rows.get(value) ?? [])
}

/** The typed texts of selects that were not chosen, by the paths of the fields. */
type UnchosenTexts = Map<string, string>

const UnchosenContext = createContext<UnchosenTexts | undefined>(undefined)

/** For what saves the fields below: it does not save while there is such a text. */
export const UnchosenTextsProvider = UnchosenContext.Provider

/** Those of the form around the field. A select without a form, such as a filter, has its own. */
export function useUnchosenTexts(): UnchosenTexts {
  const [own] = useState<UnchosenTexts>(() => new Map())
  return use(UnchosenContext) ?? own
}

/** The unchosen text of a select, which it shows once it is left. It outlasts the select, which a step of a wizard unmounts. */
export function useUnchosen(name: string) {
  const texts = useUnchosenTexts()
  const [shown, show] = useState(texts.get(name) ?? '')
  const report = (text: string, isShown: boolean) => {
    if (text === '') texts.delete(name)
    else texts.set(name, text)
    show(isShown ? text : '')
  }
  return {
    shown,
    /** A leave without a blur, such as that by Escape, counts the text as unsaved, too. */
    type: (text: string) => report(text, false),
    leave: (text: string) => report(text, true),
  }
}
