import type { Suggestion } from '#shared/calls/search.ts'

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
