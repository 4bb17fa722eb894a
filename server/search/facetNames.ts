import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { facetNames, type FacetName, type Facets, type FacetValue } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import type { listFilters } from './facetFilters.ts'
import type { FacetCounts } from './facetCounts.ts'
import type { CaseQuery } from './index.ts'

/** Where the names of a facet's values are kept. A year is its own name. */
const sources = { court: 'courts', case_type: 'case_types', judge: 'judges', status: 'case_statuses' } as const
const filters = {
  court: 'courts',
  year: 'years',
  case_type: 'case_types',
  judge: 'judges',
  status: 'statuses',
} as const satisfies Record<FacetName, keyof typeof listFilters>

/** The facets as they are shown: the most frequent values by name, and every value that is chosen. */
export async function nameFacets(db: Db, counts: FacetCounts, query: CaseQuery): Promise<Facets> {
  const names = await readNames(db, counts, query)
  const facets = facetNames.map((facet) => [facet, show(facet, counts, { query, names })] as const)
  return Object.fromEntries(facets) as Facets
}

type Names = Map<string, string>
const keyOf = (facet: FacetName, value: number) => `${facet} ${value}`

function show(
  facet: FacetName,
  counts: FacetCounts,
  { query, names }: { query: CaseQuery; names: Names },
): FacetValue[] {
  const nameOf = (value: number) => (facet === 'year' ? String(value) : names.get(keyOf(facet, value)))
  const found = new Map(counts[facet])
  const chosen = new Set<number>(query[filters[facet]] ?? [])
  // One that was chosen is shown though nothing has it, or it could not be let go.
  for (const value of chosen) if (!found.has(value)) found.set(value, 0)
  const values = [...found].flatMap(([value, count]) => {
    const name = nameOf(value)
    return name === undefined ? [] : [{ value, name, count }]
  })
  values.sort((one, other) => other.count - one.count || one.name.localeCompare(other.name, 'und'))
  return values.filter(({ value }, place) => place < limits.search.facet_values || chosen.has(value))
}

async function readNames(db: Db, counts: FacetCounts, query: CaseQuery): Promise<Names> {
  const wanted = (facet: keyof typeof sources) => [
    ...counts[facet].map(([value]) => value),
    ...(query[filters[facet]] ?? []),
  ]
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
