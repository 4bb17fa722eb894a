import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallLibrary, type SmallLibrary } from '../../test/searchIndex.ts'
import type { CaseQuery } from './index.ts'

/** List, pages, count and facets agree with each other, and with what was put in, over random libraries and queries. */

let library: SmallLibrary
beforeAll(async () => {
  library = await openSmallLibrary()
  const { client } = library
  for (const table of ['courts', 'judges', 'case_types'])
    await client.query(`insert into ${table} (name) select 'ނަން ' || number from generate_series(1, 4) as number`)
  await client.query(`insert into case_statuses (name, color, icon) select 'ނަން ' || number, 'x', 'y' from generate_series(1, 3) as number`) // prettier-ignore
})
afterAll(() => library.close())

const words = ['ދަރަނި', 'ޖޫރިމަނާ', 'އެއްބަސްވުން', 'murabaha']

type Case = {
  word: number
  court: number
  year: number
  types: number[]
  judges: number[]
  statuses: number[]
  published: boolean
}
const some = (most: number) => fc.subarray(Array.from({ length: most }, (_, at) => at + 1))
const anyCase: fc.Arbitrary<Case> = fc.record({
  word: fc.nat({ max: words.length - 1 }),
  court: fc.integer({ min: 1, max: 4 }),
  year: fc.integer({ min: 2018, max: 2021 }),
  types: some(4), judges: some(4), statuses: some(3),
  published: fc.boolean(),
}) // prettier-ignore

const anyQuery = fc.record(
  {
    word: fc.nat({ max: words.length - 1 }),
    courts: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
    years: fc.subarray([2018, 2019, 2020, 2021], { minLength: 1 }),
    case_types: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
    judges: fc.subarray([1, 2, 3, 4], { minLength: 1 }),
    statuses: fc.subarray([1, 2, 3], { minLength: 1 }),
    unpublished: fc.boolean(),
    sort: fc.constantFrom('relevance', 'newest', 'oldest'),
  },
  { requiredKeys: ['word', 'unpublished', 'sort'] },
)

/** What a case has of each facet, by the filter that chooses it. */
const values = { courts: 'court', years: 'year', case_types: 'types', judges: 'judges', statuses: 'statuses' } as const
const facets = { courts: 'court', years: 'year', case_types: 'case_type', judges: 'judge', statuses: 'status' } as const
type Filter = keyof typeof values
const filters = Object.keys(values) as Filter[]

const has = (one: Case, filter: Filter) => [one[values[filter]]].flat()
const passes = (one: Case, filter: Filter, query: CaseQuery) =>
  query[filter] === undefined || has(one, filter).some((value) => query[filter]?.includes(value))

test('over random libraries and queries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCase, { minLength: 20, maxLength: 60 }),
      fc.array(anyQuery, { minLength: 12, maxLength: 12 }),
      async (cases, queries) => {
        await library.client.query('delete from case_files')
        for (const one of cases) await addCase(library.client, one)
        await library.index.caughtUp()
        for (const { word, unpublished, sort, ...lists } of queries) {
          const query: CaseQuery = { text: words[word] ?? '', ...lists }
          const visible = cases.filter((one) => one.word === word && (one.published || unpublished))
          const wanted = visible.filter((one) => filters.every((filter) => passes(one, filter, query)))

          const found = new Set<number>()
          for (let page = 1; page <= 1 + Math.floor(wanted.length / 5); page += 1) {
            const { ids, count } = await library.index.searchCases(query, { sort, page, page_size: 5, unpublished })
            expect(count).toBe(wanted.length)
            for (const id of ids) found.add(id)
          }
          expect(found.size).toBe(wanted.length)

          const counts = await library.index.countFacets(query, { unpublished })
          for (const filter of filters) {
            const others = filters.filter((other) => other !== filter)
            const counted = visible.filter((one) => others.every((other) => passes(one, other, query)))
            const expected = new Map<number, number>()
            for (const value of counted.flatMap((one) => has(one, filter)))
              expected.set(value, (expected.get(value) ?? 0) + 1)
            expect(new Map(counts[facets[filter]]), filter).toEqual(expected)
          }
        }
      },
    ),
    { numRuns: 6 },
  )
}, 120_000)

async function addCase(client: pg.Client, { word, court, year, types, judges, statuses, published }: Case) {
  const { rows } = await client.query<{ id: string }>(
    'insert into case_files (court_id, title, closed_date, published) values ($1, $2, $3, $4) returning id',
    [court, words[word], `${year}-06-01`, published],
  )
  const links = [
    ['case_file_types', 'case_type_id', types],
    ['case_file_judges', 'judge_id', judges],
    ['case_file_statuses', 'case_status_id', statuses],
  ] as const
  for (const [table, column, ids] of links)
    for (const [position, id] of ids.entries())
      await client.query(`insert into ${table} (case_file_id, ${column}, position) values ($1, $2, $3)`, [
        rows[0]?.id,
        id,
        position,
      ])
}
