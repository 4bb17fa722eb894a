import type { Entity } from '#shared/calls/search.ts'
import { noFilters } from '../filters.ts'
import type { Search } from '../searchUrl.ts'

/** The search that finds the cases of a judge, a court or a party and no other. */
export function searchOf({ kind, id, name }: Entity): Pick<Search, 'q' | 'filters'> {
  // A party is a name and no more; the language of queries knows it by that.
  if (kind === 'party' || id === null) return { q: `${kind}:"${name.replaceAll('"', '')}"`, filters: noFilters }
  return { q: '', filters: { ...noFilters, [kind === 'judge' ? 'judges' : 'courts']: [id] } }
}
