import type { FacetName, Facets, FacetValue } from '#shared/calls/search.ts'
import type { Filters, ListFilter } from '#web/library/search/filters.ts'

/** The filter of each facet, in display order. */
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
  /** The rows shown before the list is expanded. */
  initialRows: FacetRow[]
}

const initial_rows = 5

/**
 * The facet lists next to the results. A facet that cannot filter anything is left out. Years are sorted newest first;
 * choosing a value reorders nothing, so that keyboard focus stays in place.
 */
export function facetLists(facets: Facets, filters: Filters): FacetList[] {
  return filterOf.flatMap(([facet, filter]) => {
    const values = facets[facet].map((value) => ({ ...value, isOn: filters[filter].includes(value.value) }))
    if (values.length < 2 && !values.some(({ isOn }) => isOn)) return []
    const rows = filter === 'years' ? values.toSorted((year, otherYear) => otherYear.value - year.value) : values
    const initialRows = rows.filter(({ isOn }, index) => isOn || index < initial_rows)
    // A single remaining row takes no more space than the button to expand.
    return [{ filter, rows, initialRows: rows.length - initialRows.length < 2 ? rows : initialRows }]
  })
}
