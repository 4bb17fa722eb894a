import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { facets } from '#server/search/ranking/facetCounts.ts'
import type { CaseQuery, FacetCounts } from '#server/search/types.ts'
import { facetNames, type FacetName, type Facets, type FacetValue } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'

/** The tables with the names of facet values. A year is its own name. */
const sources = { court: 'courts', case_type: 'case_types', judge: 'judges', status: 'case_statuses' } as const

/** The facets for display: the most frequent values with their names, and every chosen value. */
export async function nameFacets(db: Db, counts: FacetCounts, query: CaseQuery): Promise<Facets> {
  const candidates = Object.fromEntries(facetNames.map((facet) => [facet, candidatesOf(facet, counts, query)])) as FacetCounts // prettier-ignore
  const names = await readNames(db, candidates)
  const shown = facetNames.map((facet) => [facet, show(facet, candidates[facet], { query, names })] as const)
  return Object.fromEntries(shown) as Facets
}

const chosenOf = (facet: FacetName, query: CaseQuery) => new Set<number>(query[facets[facet].filter] ?? [])

/** The values that may be shown: names decide between the last values of equal frequency. */
function candidatesOf(facet: FacetName, counts: FacetCounts, query: CaseQuery): FacetCounts[FacetName] {
  const chosen = chosenOf(facet, query)
  const least = counts[facet][limits.search.facet_values - 1]?.[1] ?? 0
  const found = counts[facet].filter(([value, count]) => count >= least || chosen.has(value))
  // A chosen value without matches is shown, so that it can be deselected.
  for (const value of chosen) if (!found.some(([one]) => one === value)) found.push([value, 0])
  return found
}

type Names = Map<string, string>
const keyOf = (facet: FacetName, value: number) => `${facet} ${value}`

function show(
  facet: FacetName,
  candidates: FacetCounts[FacetName],
  { query, names }: { query: CaseQuery; names: Names },
): FacetValue[] {
  const nameOf = (value: number) => (facet === 'year' ? String(value) : names.get(keyOf(facet, value)))
  const chosen = chosenOf(facet, query)
  const values = candidates.flatMap(([value, count]) => {
    const name = nameOf(value)
    return name === undefined ? [] : [{ value, name, count }]
  })
  values.sort((one, other) => other.count - one.count || inOrder.compare(one.name, other.name))
  return values.filter(({ value }, index) => index < limits.search.facet_values || chosen.has(value))
}

const inOrder = new Intl.Collator('und')

async function readNames(db: Db, candidates: FacetCounts): Promise<Names> {
  const wanted = (facet: keyof typeof sources) => candidates[facet].map(([value]) => value)
  const parts = (Object.keys(sources) as (keyof typeof sources)[]).map(
    (facet) =>
      sql`select ${facet} as facet, id, name from ${sql.table(sources[facet])} where id = any(${wanted(facet)})`,
  )
  const { rows } = await sql<{
    facet: FacetName
    id: number
    name: string
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ facet, id, name }) => [keyOf(facet, id), name]))
}
