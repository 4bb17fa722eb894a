import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseQuery, Paging } from '#server/search/types.ts'
import { openSmallLibrary, queryOf, type SmallLibrary } from '#test/searchIndex.ts'
import { anyModelQuery, anyWord, isMatch, vocabulary, writeQuery, type Document } from '#test/searchModel.ts'
import { runs } from '#test/nightly.ts'

/** List, pages, count, and facets agree with each other and with the model. */

let library: SmallLibrary
beforeAll(async () => {
  library = await openSmallLibrary()
  const { client } = library
  for (const table of ['courts', 'judges', 'case_types'])
    await client.query(`insert into ${table} (name) select 'ނަން ' || number from generate_series(1, 4) as number`)
  await client.query(
    `insert into case_statuses (name, color, icon) select 'ނަން ' || number, 'x', 'y' from generate_series(1, 3) as number`,
  )
})
afterAll(() => library.close())

type Case = Document & {
  court: number
  year: number
  types: number[]
  judges: number[]
  statuses: number[]
  published: boolean
}
const anyIds = (max: number) => fc.subarray(Array.from({ length: max }, (_, at) => at + 1))
const someWords = fc.oneof(
  fc.array(anyWord, { minLength: 1, maxLength: 9 }),
  // Longer than the greatest distance of a proximity query.
  fc.tuple(anyWord, anyWord, anyWord).map(([one, other, last]) => [one, ...Array<number>(70).fill(other), last]),
)
const anyCase: fc.Arbitrary<Case> = fc.record({
  title: someWords,
  text: fc.array(someWords, { maxLength: 2 }),
  court: fc.integer({ min: 1, max: 4 }),
  year: fc.integer({ min: 2018, max: 2021 }),
  types: anyIds(4),
  judges: anyIds(4),
  statuses: anyIds(3),
  published: fc.boolean(),
})

const chosen = (all: number[]) => fc.option(fc.subarray(all, { minLength: 1 }), { nil: undefined, freq: 2 })
const anyQuery = fc.record({
  modelQuery: fc.option(anyModelQuery, { nil: undefined, freq: 12 }),
  unpublished: fc.boolean(),
  sort: fc.constantFrom('relevance', 'newest', 'oldest'),
  courts: chosen([1, 2, 3, 4]),
  years: chosen([2018, 2019, 2020, 2021]),
  case_types: chosen([1, 2, 3, 4]),
  judges: chosen([1, 2, 3, 4]),
  statuses: chosen([1, 2, 3]),
})

/** The property of a case for each facet filter. */
const values = { courts: 'court', years: 'year', case_types: 'types', judges: 'judges', statuses: 'statuses' } as const
const facets = { courts: 'court', years: 'year', case_types: 'case_type', judges: 'judge', statuses: 'status' } as const
type Filter = keyof typeof values
const filters = Object.keys(values) as Filter[]

const has = (one: Case, filter: Filter) => [one[values[filter]]].flat()
const passes = (one: Case, filter: Filter, query: CaseQuery) =>
  query[filter] === undefined || has(one, filter).some((value) => query[filter]?.includes(value))

test('list, pages, count, and facets equal the model over random libraries and queries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCase, { minLength: 20, maxLength: 60 }),
      fc.array(anyQuery, { minLength: 25, maxLength: 25 }),
      async (cases, queries) => {
        await library.client.query('delete from case_files')
        const byId = new Map<number, Case>()
        for (const one of cases) byId.set(await addCase(library.client, one), one)
        await library.index.waitForRefresh()
        for (const query of queries) await compareWithModel(byId, query)
      },
    ),
    // Shrinking would exceed the timeout of the test; the message contains the query.
    { numRuns: runs(2, 12), endOnFailure: true },
  )
})

type AnyQuery = typeof anyQuery extends fc.Arbitrary<infer One> ? One : never
type Cases = ReadonlyMap<number, Case>

async function compareWithModel(all: Cases, { modelQuery, unpublished, sort, ...lists }: AnyQuery) {
  const query: CaseQuery = {
    ...(modelQuery && queryOf(writeQuery(modelQuery))),
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values !== undefined)),
  }
  const text = query.parsed?.text ?? 'everything'
  const visible = new Map([...all].filter(([, { published }]) => published || unpublished))
  const { ids, relaxed, fullCount } = await everyPage(query, { sort, unpublished })
  expect(new Set(ids).size, text).toBe(ids.length)
  const expected = new Map([...visible].filter(([, one]) => !modelQuery || isMatch(one, modelQuery)))
  const passing = (cases: Cases) =>
    [...cases].flatMap(([id, one]) => (filters.every((filter) => passes(one, filter, query)) ? [id] : []))
  if (text.includes(' AND ')) expect(relaxed, text).toBeNull()
  expect(inOrder(ids.slice(0, fullCount)), text).toEqual(inOrder(passing(expected)))
  // The model has no near matches: they are compared with the same words without filters.
  const matching = relaxed ? only(visible, (await everyPage(queryOf(text), { sort, unpublished })).ids) : expected

  expect(inOrder(ids), text).toEqual(inOrder(passing(matching)))
  for (const part of [ids.slice(0, fullCount), ids.slice(fullCount)]) {
    const years = part.map((id) => all.get(id)?.year ?? 0)
    if (sort !== 'relevance') expect(sort === 'newest' ? years.toReversed() : years, text).toEqual(inOrder(years))
  }
  await compareFacets([...matching.values()], query, unpublished)
}

test('OR never shrinks a result, AND never grows one, and a prefix holds its word', async () => {
  const countOf = async (text: string) => {
    const paging = { sort: 'relevance', page: 1, page_size: 1, unpublished: true } as const
    const { fullCount } = await library.index.searchCases(queryOf(text), paging)
    return fullCount
  }
  await fc.assert(
    fc.asyncProperty(anyModelQuery, anyModelQuery, anyWord, async (first, second, word) => {
      const [one, other] = [writeQuery(first), writeQuery(second)]
      const texts = [one, other, `(${one}) AND (${other})`, `(${one}) OR (${other})`]
      const [ofOne = 0, ofOther = 0, both = 0, either = 0] = await Promise.all(texts.map(countOf))
      expect(both + either, texts[2]).toBe(ofOne + ofOther)
      const [whole, star] = await Promise.all([countOf(vocabulary[word] ?? ''), countOf(`${vocabulary[word]}*`)])
      expect(star, vocabulary[word]).toBeGreaterThanOrEqual(whole)
    }),
    { numRuns: runs(60, 2000), endOnFailure: true },
  )
})

const inOrder = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)
const only = (cases: Cases, ids: readonly number[]) => new Map([...cases].filter(([id]) => ids.includes(id)))

/** The ids of all pages; the page after the last one is empty. */
async function everyPage(query: CaseQuery, { sort, unpublished }: Pick<Paging, 'sort' | 'unpublished'>) {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const found = await library.index.searchCases(query, { sort, page, page_size: 5, unpublished })
    ids.push(...found.ids)
    if (found.ids.length > 0) continue
    expect(found.count, query.parsed?.text).toBe(ids.length)
    return { ids, relaxed: found.relaxed, fullCount: found.fullCount }
  }
}

/** Each facet value counts the cases with it that match all other filters. */
async function compareFacets(matching: readonly Case[], query: CaseQuery, unpublished: boolean) {
  const counts = await library.index.countFacets(query, { unpublished })
  for (const filter of filters) {
    const others = filters.filter((other) => other !== filter)
    const counted = matching.filter((one) => others.every((other) => passes(one, other, query)))
    const expected = Object.entries(
      Object.groupBy(
        counted.flatMap((one) => has(one, filter)),
        String,
      ),
    )
    const sums = new Map(expected.map(([value, ones = []]) => [Number(value), ones.length]))
    expect(new Map(counts[facets[filter]]), `${filter} of ${query.parsed?.text}`).toEqual(sums)
  }
}

async function addCase(client: pg.Client, { title, text, court, year, types, judges, statuses, published }: Case) {
  const textOf = (words: number[]) => words.map((word) => vocabulary[word]).join(' ')
  const content = { content: text.map((line) => ({ insert: `${textOf(line)}\n` })), footnotes: [], annotations: [] }
  const { rows } = await client.query<{ id: string }>(
    'insert into case_files (court_id, title, closed_date, published, case_content) values ($1, $2, $3, $4, $5) returning id',
    [court, textOf(title), `${year}-06-01`, published, JSON.stringify(content)],
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
  return Number(rows[0]?.id)
}
