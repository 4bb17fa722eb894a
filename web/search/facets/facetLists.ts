import type { FacetName, Facets, FacetValue } from '#shared/calls/search.ts'
import type { Filters, ListFilter } from '../filters.ts'

/** Which filter a facet chooses, in the order in which they stand beside the results. */
const filterOf = [
  ['court', 'courts'],
  ['year', 'years'],
  ['case_type', 'types'],
  ['judge', 'judges'],
  ['status', 'statuses'],
] as const satisfies readonly (readonly [FacetName, ListFilter])[]

export type FacetRow = FacetValue & { isOn: boolean }
export type FacetList = {
  filter: ListFilter
  rows: FacetRow[]
  /** Those that stand there before the rest is asked for. */ first: FacetRow[]
}

const shown = 5

/**
 * What may be chosen beside the results. A list that could not narrow anything is left out. Years stand in their order,
 * the newest first; nothing moves when it is chosen, so that whoever chooses by keyboard stays where they are.
 */
export function facetLists(facets: Facets, filters: Filters): FacetList[] {
  return filterOf.flatMap(([facet, filter]) => {
    const found = facets[facet].map((value) => ({ ...value, isOn: filters[filter].includes(value.value) }))
    if (found.length < 2 && !found.some(({ isOn }) => isOn)) return []
    const rows = filter === 'years' ? found.toSorted((one, other) => other.value - one.value) : found
    const first = rows.filter(({ isOn }, index) => isOn || index < shown)
    // One more row takes no more room than the button that would bring it.
    return [{ filter, rows, first: rows.length - first.length < 2 ? rows : first }]
  })
}
