import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SearchResult } from '#shared/calls/search.ts'
import type { SearchesAnswer } from '#shared/calls/searches.ts'
import { limits } from '#shared/limits.ts'
import { demoPassword } from '#db/seed/access.ts'
import { type Api, type ApiAnswer, type Caller, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import type { Searched } from './searchLog.ts'

let api: Api
let reader: Caller
let registrar: Caller

beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
  reader = await api.as('subscriber@hukum.test', demoPassword)
  registrar = await api.as('registrar@hukum.test', demoPassword)
  await api.search.waitForRefresh()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.traces.flushed()
  await sql`delete from search_traces`.execute(api.db)
})

const bodyOf = ({ status, body }: ApiAnswer): unknown => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
type Answer = { trace: string | null; count: number }
const search = async (Query: string, more: object = {}) =>
  bodyOf(await reader('g/search', { Type: 'CaseFile', Query, ...more })) as Answer
const searches = async (input: object = {}) => bodyOf(await registrar('searches/get', input)) as SearchesAnswer

test('the list of searches groups the spellings of queries without results, the most frequent first', async () => {
  for (const query of ['ޙިޔަން', 'ހިޔަން', 'zzz yyy', 'ދަރަނި']) await search(query)
  await api.traces.flushed()
  const { data, count, countIsExact } = await searches()
  expect(data).toMatchObject([
    { type: 'CaseFile', query: 'ހިޔަން', searches: 2, without_results: 2, clicked: 0 },
    { query: 'zzz yyy', searches: 1 },
  ])
  expect([count, countIsExact]).toEqual([2, true])
  expect(Date.parse(data[0]?.last_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('the list of searches names a case number that is missing, and none that is ambiguous', async () => {
  const asked = bodyOf(await reader('g/search', { Type: 'CaseFile', Query: '2021/1124' })) as SearchResult
  expect([asked.count, asked.numbers?.state]).toEqual([0, 'ambiguous'])
  expect((await search('2031/HC-A/80')).count).toBe(0)
  await api.traces.flushed()
  expect((await searches()).data).toMatchObject([{ query: '2031/HC-A/80', without_results: 1 }])
})

test('the list of searches shows the median duration', async () => {
  await writeTraces([5, 7, 90].map((ms) => ({ ms })))
  expect((await searches()).data).toMatchObject([{ median_ms: 7 }])
})

test('the list of searches shows queries with results that were never clicked', async () => {
  const { trace } = await search('ދަރަނި')
  await search('އެއްބަސްވުން')
  await search('zzz yyy')
  await reader('g/clicked', { Trace: trace, Position: 1 })
  expect((await searches({ Only: 'never-clicked' })).data).toMatchObject([{ query: 'އެއްބަސްވުން' }])
  expect((await searches({ Only: 'all' })).count).toBe(3)
})

test('the list of searches is filtered by days and type', async () => {
  await writeTraces([{ query: 'old' }, { query: 'phrase', type: 'Phrase' }])
  await sql`update search_traces set at = now() - interval '2 days' where query = 'old'`.execute(api.db)
  const day = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 10)
  expect((await searches({ From: day, To: day })).data).toMatchObject([{ query: 'phrase' }])
  expect((await searches({ Type: 'CaseFile' })).data).toMatchObject([{ query: 'old' }])
})

test.each([
  ['00:00:00+05', 1],
  ['23:59:59+05', 1],
  ['00:00:00+06', 0],
  ['23:59:59+04', 0],
])('a day of the list of searches is one of the Maldives time zone: at %s it has %i searches', async (time, count) => {
  await writeTraces([{}])
  const yesterday = new Date(Date.now() - 86_400_000 + 5 * 3_600_000).toISOString().slice(0, 10)
  await sql`update search_traces set at = ${`${yesterday} ${time}`}::timestamptz`.execute(api.db)
  expect((await searches({ From: yesterday, To: yesterday })).count).toBe(count)
})

test('the list of searches is paged, and a page past its end is refused', async () => {
  await writeTraces(Array.from({ length: 5 }, (_, index) => ({ query: `q${index}` })))
  const { data, pages } = await searches({ PageSize: 2, Page: 3 })
  expect([data.length, pages]).toEqual([1, 3])
  expect((await registrar('searches/get', { PageSize: 2, Page: 4 })).body['code']).toBe('page-past-end')
})

test('the count of the list of searches is exact up to ten thousand', async () => {
  await sql`
    insert into search_traces (trace, type, query, folded, count, ms)
    select 't' || n, 'CaseFile', 'q' || n, 'q' || n, 0, 1 from generate_series(1, ${limits.search.exact_count + 1}::int) as n`.execute(
    api.db,
  )
  expect(await searches()).toMatchObject({ count: limits.search.exact_count, countIsExact: false })
})

test('the list of searches reports all invalid fields at once', async () => {
  const { status, body } = await registrar('searches/get', {
    From: '2026-02-31',
    Only: 'some',
    PageSize: 501,
    Page: 0,
    Type: 'User',
  })
  expect(status).toBe(400)
  expect(Object.keys(errorsOf(body)).sort()).toEqual(['From', 'Only', 'Page', 'PageSize', 'Type'])
  const reversed = await registrar('searches/get', { From: '2026-02-02', To: '2026-02-01' })
  expect(errorsOf(reversed.body)).toHaveProperty('To')
})

test('the list of searches needs the permission of the registrar and the administrator', async () => {
  const statuses = await Promise.all(
    ['admin', 'registrar', 'editor', 'analyst', 'billing', 'subscriber'].map(async (name) => {
      const call = await api.as(`${name}@hukum.test`, demoPassword)
      return (await call('searches/get')).status
    }),
  )
  expect(statuses).toEqual([200, 200, 403, 403, 403, 403])
  const holder = await api.as(await buildUser(api.databaseUrl, { can: ['view-searches'] }), password)
  expect((await holder('searches/get')).status).toBe(200)
})

const searched = (given: Partial<Searched> = {}): Searched => ({
  type: 'CaseFile',
  query: 'zzz',
  filters: {},
  count: 0,
  result_count: 0,
  ms: 1,
  ...given,
})

async function writeTraces(given: Partial<Searched>[]) {
  for (const one of given) api.traces.append(searched(one))
  await api.traces.flushed()
}
