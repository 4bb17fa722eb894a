import type { Suggestion } from '#shared/calls/search.ts'

export type SuggestionKind = Suggestion['kind']
export type SuggestionGroup = {
  kind: SuggestionKind
  /** The place of its first row among all. */ from: number
  rows: Suggestion[]
}

/** Suggestions of one kind together, the kinds in the order in which the server first names them. */
export function inGroups(suggestions: readonly Suggestion[]): SuggestionGroup[] {
  const kinds = [...new Set(suggestions.map(({ kind }) => kind))]
  let from = 0
  return kinds.map((kind) => {
    const rows = suggestions.filter((one) => one.kind === kind)
    const group = { kind, from, rows }
    from += rows.length
    return group
  })
}
