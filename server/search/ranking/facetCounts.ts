import type { ColumnName, ColumnStore } from '#server/search/postings/columnStore.ts'
import type { listFilters } from '#server/search/query/facetFilters.ts'
import type { CaseQuery, FacetCounts } from '#server/search/types.ts'
import type { FacetName } from '#shared/calls/search.ts'

/** The filter and the column of each facet; `lists`: a case has several values. */
export const facets = {
  court: { filter: 'courts', column: 'court', lists: false },
  year: { filter: 'years', column: 'year', lists: false },
  case_type: { filter: 'case_types', column: 'types', lists: true },
  judge: { filter: 'judges', column: 'judges', lists: true },
  status: { filter: 'statuses', column: 'statuses', lists: true },
} as const satisfies Record<FacetName, { filter: keyof typeof listFilters; column: ColumnName; lists: boolean }>

const names = Object.keys(facets) as FacetName[]

/**
 * Facet counts over doc values, of the cases `ids`, which match all conditions except the facet filters. A facet ignores
 * its own filter: a case that fails exactly one filter is counted for the facet of that filter alone.
 */
export function countFacets(columnStore: ColumnStore, ids: Uint32Array, query: CaseQuery): FacetCounts {
  const tallies = names.map((name) => buildTally(columnStore, name, query))
  if (tallies.every(({ passes }) => passes === undefined)) for (const tally of tallies) addEach(tally, ids)
  else addPassing(tallies, ids)
  return Object.fromEntries(tallies.map((tally) => [tally.name, valuesOf(tally, columnStore)])) as FacetCounts
}

function addPassing(tallies: readonly Tally[], ids: Uint32Array) {
  for (const id of ids) {
    let failed: Tally | undefined
    let fails = 0
    for (const tally of tallies)
      if (tally.passes?.[tally.keys[id] ?? 0] === 0) {
        failed = tally
        fails += 1
      }
    if (fails === 0) for (const tally of tallies) add(tally, id)
    else if (fails === 1 && failed) add(failed, id)
  }
}

/** `keys`: the value, or the number of the value list, by case id; `passes`: whether the filter accepts a key. */
type Tally = { name: FacetName; keys: Uint32Array; counts: Uint32Array; passes: Uint8Array | undefined }

function buildTally({ values, maxValues, valueLists }: ColumnStore, name: FacetName, query: CaseQuery): Tally {
  const { filter, column, lists: isList } = facets[name]
  const keys = values[column]
  const size = isList ? valueLists.all.length : 1 + maxValues[column]
  const chosen = new Set<number>(query[filter] ?? [])
  const has = isList
    ? (key: number) => valueLists.all[key]?.some((value) => chosen.has(value))
    : (key: number) => chosen.has(key)
  const passes = chosen.size === 0 ? undefined : Uint8Array.from({ length: size }, (_, key) => (has(key) ? 1 : 0))
  return { name, keys, counts: new Uint32Array(size), passes }
}

function add({ keys, counts }: Tally, id: number) {
  const key = keys[id] ?? 0
  counts[key] = (counts[key] ?? 0) + 1
}

/** A hot loop without conditions: it runs once for every matching case. */
function addEach({ keys, counts }: Tally, ids: Uint32Array) {
  for (const id of ids) {
    const key = keys[id] ?? 0
    counts[key] = (counts[key] ?? 0) + 1
  }
}

function valuesOf({ name, counts }: Tally, { valueLists }: ColumnStore): [number, number][] {
  const totals = new Map<number, number>()
  for (let key = 0; key < counts.length; key += 1) {
    const count = counts[key] ?? 0
    if (count === 0) continue
    for (const value of facets[name].lists ? (valueLists.all[key] ?? []) : [key])
      if (value !== 0) totals.set(value, (totals.get(value) ?? 0) + count)
  }
  return [...totals].sort(([, one], [, other]) => other - one)
}
