import type { Entity } from '#shared/calls/search.ts'
import { noFilters } from '#web/library/search/filters.ts'
import type { Search } from '#web/library/search/searchUrl.ts'

/** The search for the cases of one judge, court or party. */
export function searchOf({ kind, id, name }: Entity): Pick<Search, 'q' | 'filters'> {
  // A party has no id, only a name; the query language has a filter for it.
  if (kind === 'party' || id === null) return { q: `${kind}:"${name.replaceAll('"', '')}"`, filters: noFilters }
  return { q: '', filters: { ...noFilters, [kind === 'judge' ? 'judges' : 'courts']: [id] } }
}
