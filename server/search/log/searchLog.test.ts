import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '#server/db/database.ts'
import type { SearchesAnswer } from '#shared/calls/searches.ts'
import { limits } from '#shared/limits.ts'
import { demoPassword } from '#db/seed/access.ts'
import { type Api, type ApiAnswer, type Caller, errorsOf, openApi } from '#test/api.ts'
import { openSearchLog, type Searched } from './searchLog.ts'

let api: Api
let reader: Caller
let other: Caller
let registrar: Caller

beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
  reader = await api.as('subscriber@hukum.test', demoPassword)
  other = await api.as('reader@hukum.test', demoPassword)
  registrar = await api.as('registrar@hukum.test', demoPassword)
  await api.search.waitForRefresh()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.traces.flushed()
  await sql`delete from search_traces`.execute(api.db)
})

type Trace = {
  trace: string
  type: string
  query: string
  filters: object
  count: number
  ms: number
  clicked_position: number | null
}

const readTraces = async () => {
  await api.traces.flushed()
  const { rows } = await sql<Trace>`
    select trace, type, query, filters, count, ms, clicked_position from search_traces order by id`.execute(api.db)
  return rows
}
const bodyOf = ({ status, body }: ApiAnswer): unknown => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
type Answer = { fullCount: number; trace: string | null; count: number; pages: number; redirect: string | null }
const search = async (Query: string, more: object = {}) =>
  bodyOf(await reader('g/search', { Type: 'CaseFile', Query, ...more })) as Answer
const searches = async (input: object = {}) => bodyOf(await registrar('searches/get', input)) as SearchesAnswer

test('an entry of the search log holds the query, the number of results, and the duration', async () => {
  const { trace, fullCount: count } = await search('ދަރަނި')
  expect(await readTraces()).toEqual([
    {
      trace,
      type: 'CaseFile',
      query: 'ދަރަނި',
      filters: {},
      count,
      ms: expect.any(Number) as number,
      clicked_position: null,
    },
  ])
})

test('the columns of the search log identify no user', async () => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'search_traces' order by 1`.execute(
    api.db,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'at',
    'clicked_position',
    'count',
    'filters',
    'folded',
    'id',
    'ms',
    'query',
    'result_count',
    'trace',
    'type',
  ])
})

test('an entry of the search log never holds an e-mail address, an identity card, or a telephone number', async () => {
  await search('A900318 aminath@example.mv 777 1234 ދަރަނި')
  expect((await readTraces())[0]?.query).toBe('[id] [e-mail] [number] ދަރަނި')
})

test('an entry of the search log holds the ids and days of filters, and no typed names', async () => {
  const closed = { from: '2012-01-01' }
  await reader('g/advancedSearch', { Type: 'CaseFile', Query: 'ދަރަނި', Court: 1, Claimant: 'އަޙްމަދު', ClosedDate: closed })
  expect((await readTraces())[0]?.filters).toEqual({ Court: 1, ClosedDate: closed })
})

test('a search of phrases is recorded in the search log', async () => {
  await reader('g/search', { Type: 'Phrase', Query: 'custody' })
  expect(await readTraces()).toMatchObject([{ type: 'Phrase', query: 'custody', count: 1 }])
})

test('a search with Log false is not recorded in the search log, with or without filters', async () => {
  expect((await search('ދަރަނި', { Log: false })).trace).toBeNull()
  const filtered = { Type: 'CaseFile', Query: 'ދަރަނި', Court: 1, Log: false }
  expect(bodyOf(await reader('g/advancedSearch', filtered))).toMatchObject({ trace: null })
  expect(await readTraces()).toEqual([])
})

test('a further page and a refused search are not recorded in the search log', async () => {
  const { pages } = await search('ޙުކުމް')
  expect(pages).toBeGreaterThan(1)
  expect((await search('ޙުކުމް', { Page: 2 })).trace).toBeNull()
  expect((await reader('g/search', { Type: 'CaseFile', Query: 'އެ' })).status).toBe(400)
  expect(await readTraces()).toHaveLength(1)
})

test('a search for a case number is recorded as clicked once its case is opened', async () => {
  const { redirect, trace } = await search('1124/Cv-C/2021')
  expect(redirect).not.toBeNull()
  expect(await readTraces()).toMatchObject([{ clicked_position: null }])
  bodyOf(await reader('g/clicked', { Trace: trace, Position: 0 }))
  expect(await readTraces()).toMatchObject([{ clicked_position: 0 }])
})

test('a click on a near match is recorded with its position among all results', async () => {
  const { trace, count, fullCount } = await search('ދަރަންޏެއް ކުއްޔަކަށް ޤަރުޟުއެއް')
  expect([fullCount, count > 1]).toEqual([0, true])
  bodyOf(await reader('g/clicked', { Trace: trace, Position: count + 1 }))
  expect(await readTraces()).toMatchObject([{ count: 0, clicked_position: null }])
  bodyOf(await reader('g/clicked', { Trace: trace, Position: count }))
  expect(await readTraces()).toMatchObject([{ count: 0, clicked_position: count }])
})

test('a search of a party is recorded with its number of cases and without the name', async () => {
  const { rows } = await sql<{ claimant: string }>`
    select claimant from case_files where published and claimant like '% %' and claimant not like '%|%' order by id limit 1`.execute(
    api.db,
  )
  const claimant = rows[0]?.claimant ?? ''
  const { fullCount } = await search(claimant)
  await search(`ދަރަނި party:"${claimant}" court:HC`)
  await search(`ފަރާތް:${claimant.split(' ')[0]} ދަރަނި`)
  const [first, second] = claimant.split(' ')
  await search(`ދަރަނި ${claimant}، ކުލި`)
  await search(`"${first} ${second}" AND ދަރަނި`)
  await search(`${claimant} ${'ދަރަނި '.repeat(50)}`)
  const traces = await readTraces()
  expect(traces.map(({ query }) => query)).toEqual([
    '[party]',
    'ދަރަނި party:[party] court:HC',
    'ފަރާތް:[party] ދަރަނި',
    'ދަރަނި [party]، ކުލި',
    '"[party]" AND ދަރަނި',
    '[passage]',
  ])
  expect(fullCount).toBeGreaterThan(0)
  expect(traces[0]?.count).toBe(fullCount)
  expect((await searches({ Only: 'all' })).data.map(({ query }) => query)).toContain('[party]')
})

test('an entry of the search log has an unguessable token', async () => {
  const names = new Set([(await search('ދަރަނި')).trace, (await search('ދަރަނި')).trace])
  expect(names.size).toBe(2)
  for (const name of names) expect(name).toMatch(/^[\w-]{22}$/)
})

test('only the first click of a search is recorded', async () => {
  const { trace } = await search('ޙުކުމް')
  for (const Position of [3, 1]) bodyOf(await reader('g/clicked', { Trace: trace, Position }))
  expect(await readTraces()).toMatchObject([{ clicked_position: 3 }])
})

test('a click past the last result is not recorded', async () => {
  const { trace, count } = await search('ދަރަނި')
  bodyOf(await reader('g/clicked', { Trace: trace, Position: count + 1 }))
  expect(await readTraces()).toMatchObject([{ clicked_position: null }])
})

test('a click with an unknown token succeeds and changes nothing', async () => {
  const { trace } = await search('ދަރަނި')
  bodyOf(await other('g/clicked', { Trace: 'AAAAAAAAAAAAAAAAAAAAAA', Position: 1 }))
  bodyOf(await other('g/clicked', { Trace: `${trace ?? ''}' or true --`, Position: 1 }))
  expect(await readTraces()).toMatchObject([{ clicked_position: null }])
})

test('a click without a token and a position is refused with both errors', async () => {
  const { status, body } = await reader('g/clicked', { Trace: '', Position: -1 })
  expect(status).toBe(400)
  expect(Object.keys(errorsOf(body))).toEqual(['Trace', 'Position'])
})

test('entries of the search log older than ninety days are deleted when new ones are written', async () => {
  await writeTraces([{ query: 'old' }, { query: 'kept' }])
  await sql`update search_traces set at = now() - interval '90 days 1 minute' where query = 'old'`.execute(api.db)
  await sql`update search_traces set at = now() - interval '89 days 23 hours' where query = 'kept'`.execute(api.db)
  expect((await searches()).data).toMatchObject([{ query: 'kept' }])
  await search('ދަރަނި')
  expect((await readTraces()).map(({ query }) => query)).toEqual(['kept', 'ދަރަނި'])
})

test('a search succeeds when its log entry cannot be written, and the error is reported once', async () => {
  const gone = connect('postgres://nobody@127.0.0.1:1/none', { connections: 1 })
  const errors: Error[] = []
  const traces = openSearchLog(gone.db, { onError: (error) => errors.push(error) })
  for (let times = 0; times < 3; times += 1) {
    expect(traces.append(searched())).toMatch(/^[\w-]{22}$/)
    await traces.flushed()
  }
  expect(errors).toHaveLength(1)
  await gone.close()
})

test('a search does not wait for its log entry', async () => {
  await api.db.transaction().execute(async (held) => {
    await sql`lock table search_traces in access exclusive mode`.execute(held)
    for (const query of ['ދަރަނި', 'މުސާރަ']) expect((await search(query)).trace).not.toBeNull()
  })
  expect((await readTraces()).map(({ query }) => query)).toEqual(['ދަރަނި', 'މުސާރަ'])
})

test('the search log drops entries beyond its queue without an error', async () => {
  const traces = openSearchLog(api.db)
  const names = Array.from({ length: limits.search_log.max_queued + 5 }, () => traces.append(searched()))
  expect(names.filter((name) => name === null)).toHaveLength(5)
  await traces.flushed()
  expect(await readTraces()).toHaveLength(limits.search_log.max_queued)
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
