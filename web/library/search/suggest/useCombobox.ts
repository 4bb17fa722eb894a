import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Suggestion } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import type { SearchType } from '#shared/searchTypes.ts'
import { hasDigit } from '#shared/text/language/tokenizer.ts'
import { normalizeQuery } from '#web/library/search/queryProblem.ts'
import { isOffered } from '#web/library/search/searchView.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useSession } from '#web/platform/session/session.ts'

type ComboboxOptions = {
  type: SearchType
  text: string
  /** The query was refused because it is too short: its completions are shown under the reason. */
  isTooShort: boolean
  onChoose: (suggestion: Suggestion) => void
}

/** The combobox of the search box: its open state, active option, and keys. */
export function useCombobox({ type, text, isTooShort, onChoose }: ComboboxOptions) {
  const id = useId()
  /** The active option, -1 for none, among the suggestions for a query; undefined while the list is closed. */
  const [active, setActive] = useState<{ index: number; query: string }>()
  const { suggestions, query } = useSuggestions(type, text, { enabled: active !== undefined || isTooShort })
  const groups = groupSuggestions(suggestions.filter(isOffered))
  const rows = groups.flatMap((group) => group.rows)
  const isOpen = active !== undefined && rows.length > 0
  // The suggestions for another query have replaced the option.
  const current = isOpen && active.query === query && active.index < rows.length ? active.index : -1

  const activate = (index: number) => setActive({ index, query })
  const openList = () => activate(-1)
  const close = () => setActive(undefined)
  function choose(suggestion: Suggestion | undefined) {
    close()
    if (suggestion) onChoose(suggestion)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const action = comboboxKey(event.key, { isOpen, count: rows.length, active: current })
    if (!action) return
    // A key that closes the list keeps its effect: Enter searches, Tab moves on. Escape is handled here.
    if (action.type !== 'close' || event.key === 'Escape') event.preventDefault()
    if (action.type === 'move') activate(action.to)
    if (action.type === 'choose') choose(rows[action.index])
    if (action.type === 'open') openList()
    if (action.type === 'close') close()
  }

  return {
    groups,
    completions: isTooShort ? completionsOf(text, rows) : [],
    isOpen,
    active: current,
    openList,
    close,
    choose,
    listId: `${id}list`,
    optionId: (index: number) => `${id}${index}`,
    inputProps: { ...ariaOf(id, isOpen, current), onKeyDown, onBlur: close },
  }
}

/** The ARIA attributes of the combobox input. */
const ariaOf = (id: string, isOpen: boolean, current: number) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}list` : undefined,
    'aria-activedescendant': current === -1 ? undefined : `${id}${current}`,
  }) as const

export type Combobox = ReturnType<typeof useCombobox>

const maxCompletions = 5

/** What a query that is too short can be replaced by: itself in quotes, where these make it long enough, or other suggestions. */
export function completionsOf(text: string, suggestions: readonly Suggestion[]): Suggestion[] {
  const words = normalizeQuery(text).replaceAll('"', '')
  const quoted: Suggestion = { kind: 'word', text: `"${words}"` }
  return [quoted, ...suggestions].filter((one) => isOffered(one) && one.text !== words).slice(0, maxCompletions)
}

/** Debounce: the pause in typing before the server is called. */
const debounce_ms = 120

type Suggestions = { suggestions: Suggestion[]; /** The query that they are for. */ query: string }

const noSuggestions: Suggestions = { suggestions: [], query: '' }

/** Suggestions for the query; until they are there, those for the one before. A failed call yields none, without an error. */
function useSuggestions(type: SearchType, text: string, { enabled }: { enabled: boolean }): Suggestions {
  const [query] = useDebouncedValue(text.trim(), debounce_ms)
  // Two characters, a letter with its vowel sign, select few enough words.
  const isInRange = text.trim() !== '' && query.length <= limits.search.max_letters
  const isSignedIn = useSession().at === 'signed-in'
  const isRequested = isSignedIn && isInRange && (query.length >= 2 || hasDigit(query))
  const { data } = useQuery({
    queryKey: ['suggest', type, query],
    queryFn: async ({ signal }): Promise<Suggestions> => {
      const answer = await post('g/suggest', { Query: query, Type: type }, { signal })
      return { suggestions: unwrapAnswer(answer).data, query }
    },
    enabled: enabled && isRequested,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (enabled && isRequested && data) || noSuggestions
}

/** The action of a key in a combobox (ARIA 1.2, list with manual selection). */
type ComboboxAction =
  | { type: 'move'; to: number }
  | { type: 'choose'; index: number }
  | { type: 'open' }
  | { type: 'close' }

/** `active` is the option that Enter chooses; -1 stands for the query in the input. */
type ComboboxState = { isOpen: boolean; count: number; active: number }

export function comboboxKey(key: string, { isOpen, count, active }: ComboboxState): ComboboxAction | undefined {
  if (!isOpen) return key === 'ArrowDown' || key === 'ArrowUp' ? { type: 'open' } : undefined
  switch (key) {
    // The cycle includes the input, between the last and the first option.
    case 'ArrowDown':
      return { type: 'move', to: active + 1 < count ? active + 1 : -1 }
    case 'ArrowUp':
      return { type: 'move', to: active === -1 ? count - 1 : active - 1 }
    case 'Enter':
      return active === -1 ? { type: 'close' } : { type: 'choose', index: active }
    case 'Escape':
    case 'Tab':
      return { type: 'close' }
    default:
      return undefined
  }
}

export type SuggestionKind = Suggestion['kind']
export type SuggestionGroup = {
  kind: SuggestionKind
  /** The index of its first row among all. */
  firstIndex: number
  rows: Suggestion[]
}

/** Groups suggestions by kind, in the order in which the server first names the kinds. */
export function groupSuggestions(suggestions: readonly Suggestion[]): SuggestionGroup[] {
  const kinds = [...new Set(suggestions.map(({ kind }) => kind))]
  let firstIndex = 0
  return kinds.map((kind) => {
    const rows = suggestions.filter((suggestion) => suggestion.kind === kind)
    const group = { kind, firstIndex, rows }
    firstIndex += rows.length
    return group
  })
}
