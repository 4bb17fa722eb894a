import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseCard, FacetName, Facets, SearchResult } from '#shared/calls/search.ts'
import type { Api, Caller } from '#test/api.ts'
import { openLibraryApi } from '#test/signedInApi.ts'
import { runs } from '#test/nightly.ts'

/** How the matches divide: exactly, and each facet as if nothing of its own were chosen. */

let api: Api
let subscriber: Caller
let editor: Caller

beforeAll(async () => {
  ;({ api, subscriber, editor } = await openLibraryApi())
})
afterAll(() => api.close())

type Result = SearchResult<CaseCard> & { facets: Facets }

const ask = async (filters: object, who = subscriber): Promise<Result> => {
  const { status, body } = await who('g/advancedSearch', { Type: 'CaseFile', Facets: true, ...filters })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Result
}

/** How each facet is chosen in a search. */
const filters = { court: 'Courts', year: 'Years', case_type: 'CaseTypes', judge: 'Judges', status: 'Statuses' } as const

test('a search returns facets only on request', async () => {
  const { body } = await subscriber('g/search', { Type: 'CaseFile', Query: 'ޙުކުމް' })
  expect(body['facets']).toBeNull()
})

test('facets can be requested without a page', async () => {
  const [withPage, alone] = [await ask({ Query: 'ޙުކުމް' }), await ask({ Query: 'ޙުކުމް', Facets: 'only' })]
  expect(alone).toMatchObject({ data: [], facets: withPage.facets })
})

test('the facets of courts and years cover all matches, with names, the most frequent first', async () => {
  const { facets, count } = await ask({ Query: 'ޙުކުމް' })
  for (const facet of ['court', 'year'] as const) {
    const counts = facets[facet].map((value) => value.count)
    expect(counts).toEqual([...counts].sort((one, other) => other - one))
    expect(counts.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(count)
  }
  expect(facets.court.map(({ name }) => name)).toContain('ސިވިލް ކޯޓު')
  expect(facets.year).not.toEqual([])
  for (const { value, name } of facets.year) expect(name).toBe(String(value))
  expect(facets.status.length).toBeGreaterThan(0)
})

test('a chosen value does not change the counts of its own facet', async () => {
  const before = await ask({ Query: 'ޙުކުމް' })
  const first = before.facets.court[0]
  const after = await ask({ Query: 'ޙުކުމް', Courts: [first?.value] })
  expect(after.count).toBe(first?.count)
  expect(after.facets.court).toEqual(before.facets.court)
})

test('a chosen value without matches is shown with the count 0', async () => {
  const { facets, count } = await ask({ Query: 'ޙުކުމް', Years: [1901] })
  expect(count).toBe(0)
  expect(facets.year).toContainEqual({ value: 1901, name: '1901', count: 0 })
})

test('every facet count equals the number of results when its value is chosen, and pages, count, and list agree', async () => {
  const words = ['ޙުކުމް', 'އެއްބަސްވުން', 'ދަޢުވާ', 'ދަރަނި', 'މައްސަލަ', 'ޝަރީޢަތް', '"ޝަރުޢީ ޙުކުމް"', '2020']
  const asked = fc.record(
    {
      Query: fc.subarray(words, { minLength: 1, maxLength: 2 }).map((some) => some.join(' ')),
      Courts: fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 }),
      CaseTypes: fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }),
      Judges: fc.subarray([7, 12, 13, 14], { minLength: 1 }),
      Statuses: fc.subarray([1, 2, 3], { minLength: 1 }),
      Years: fc.subarray([2018, 2019, 2020, 2021], { minLength: 1 }),
      ClosedDate: fc.constantFrom({ from: '2016-01-01' }, { to: '2020-06-30' }),
    },
    { requiredKeys: ['Query'] },
  )
  await fc.assert(
    fc.asyncProperty(
      asked,
      fc.constantFrom<FacetName>('court', 'year', 'case_type', 'judge', 'status'),
      async (given, facet) => {
        const { facets, count, pages } = await ask(given)
        const found = new Set<string>()
        for (let page = 1; page <= pages; page += 1)
          for (const { reference } of (await ask({ ...given, Page: page })).data) found.add(reference)
        expect(found.size).toBe(count)
        for (const value of facets[facet].slice(0, 4))
          expect([value, (await ask({ ...given, [filters[facet]]: [value.value] })).count]).toEqual([
            value,
            value.count,
          ])
      },
    ),
    { numRuns: runs(4, 25) },
  )
})

test('unpublished cases are counted only with the permission to read case files', async () => {
  const wanted = { Query: 'ޙުކުމް', Courts: [1, 2, 3, 4, 5, 6, 7, 8, 9] }
  const before = await ask(wanted)
  await sql`update case_files set published = false where id % 3 = 0`.execute(api.db)
  await api.search.waitForRefresh()
  const [after, byEditor] = [await ask(wanted), await ask(wanted, editor)]
  expect(byEditor.facets).toEqual(before.facets)
  const total = ({ facets }: Result) => facets.year.reduce((sum, { count }) => sum + count, 0)
  expect(total(after)).toBeLessThan(total(before))
  expect(after.count).toBeLessThan(before.count)

  await sql`update case_files set deleted_at = now() where id % 3 = 1`.execute(api.db)
  await api.search.waitForRefresh()
  expect((await ask(wanted, editor)).count).toBeLessThan(byEditor.count)
  expect(total(await ask(wanted, editor))).toBeLessThan(total(byEditor))
})

test.each(['ޙުކުމް court:HC', 'court:HC judge:އަލީ', 'ޙުކުމް type:މަދަނީ', 'ޙުކުމް court:HC from:2013'])(
  'a facet value chosen with a typed filter has as many results as its count: %s',
  async (Query) => {
    const { facets } = await ask({ Query })
    for (const [facet, filter] of Object.entries(filters) as [FacetName, string][])
      for (const { value, name, count } of facets[facet].slice(0, 4))
        expect([facet, name, (await ask({ Query, [filter]: [value] })).count]).toEqual([facet, name, count])
    expect(Object.values(facets).flat().length).toBeGreaterThan(0)
  },
)
