import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '#server/db/database.ts'
import type { SearchResult } from '#shared/calls/search.ts'
import type { SearchesAnswer } from '#shared/calls/searches.ts'
import { limits } from '#shared/limits.ts'
import { demoPassword } from '../../../db/seed/access.ts'
import { type Api, type ApiAnswer, openApi } from '../../../test/api.ts'
import { buildUser, password } from '../../../test/factories.ts'
import { openSearchLog, type Searched } from './searchLog.ts'

let api: Api
let reader: Awaited<ReturnType<Api['as']>>
let other: Awaited<ReturnType<Api['as']>>
let registrar: Awaited<ReturnType<Api['as']>>

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

type Trace = { trace: string; type: string; query: string; filters: object; count: number; ms: number; clicked_position: number | null } // prettier-ignore

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
type Answer = { trace: string | null; count: number; pages: number; redirect: string | null }
const search = async (Query: string, more: object = {}) =>
  bodyOf(await reader('g/search', { Type: 'CaseFile', Query, ...more })) as Answer
const searches = async (input: object = {}) => bodyOf(await registrar('searches/get', input)) as SearchesAnswer

describe('a trace', () => {
  test('holds what was searched, how much was found and how long it took', async () => {
    const { trace, count } = await search('ދަރަނި')
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

  test('says nothing of who searched: its columns are known by name', async () => {
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
      'trace',
      'type',
    ])
  })

  test('never holds an address, a card or a telephone', async () => {
    await search('A900318 aminath@example.mv 777 1234 ދަރަނި')
    expect((await readTraces())[0]?.query).toBe('[id] [e-mail] [number] ދަރަނި')
  })

  test('of filters holds ids and days, not the names that were typed', async () => {
    const closed = { from: '2012-01-01' }
    await reader('g/advancedSearch', { Type: 'CaseFile', Query: 'ދަރަނި', Court: 1, Claimant: 'އަޙްމަދު', ClosedDate: closed })
    expect((await readTraces())[0]?.filters).toEqual({ Court: 1, ClosedDate: closed })
  })

  test('is left by a search of phrases too', async () => {
    await reader('g/search', { Type: 'Phrase', Query: 'custody' })
    expect(await readTraces()).toMatchObject([{ type: 'Phrase', query: 'custody', count: 1 }])
  })

  test('is not left by a further page or by a search that was refused', async () => {
    const { pages } = await search('ޙުކުމް')
    expect(pages).toBeGreaterThan(1)
    expect((await search('ޙުކުމް', { Page: 2 })).trace).toBeNull()
    expect((await reader('g/search', { Type: 'CaseFile', Query: 'އެ' })).status).toBe(400)
    expect(await readTraces()).toHaveLength(1)
  })

  test('of a number that leads straight to its case counts as opened', async () => {
    expect((await search('1124/Cv-C/2021')).redirect).not.toBeNull()
    expect(await readTraces()).toMatchObject([{ clicked_position: 0 }])
  })

  test('of a party tells that it was one, and how many cases it has, but not who', async () => {
    const { rows } = await sql<{ claimant: string }>`
      select claimant from case_files where published and claimant like '% %' and claimant not like '%|%' order by id limit 1`.execute(
      api.db,
    )
    const claimant = rows[0]?.claimant ?? ''
    const { count } = await search(claimant)
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
    expect(count).toBeGreaterThan(0)
    expect(traces[0]?.count).toBe(count)
    expect((await searches({ Only: 'all' })).data.map(({ query }) => query)).toContain('[party]')
  })

  test('has a name that nobody can guess', async () => {
    const names = new Set([(await search('ދަރަނި')).trace, (await search('ދަރަނި')).trace])
    expect(names.size).toBe(2)
    for (const name of names) expect(name).toMatch(/^[\w-]{22}$/)
  })
})

describe('a click', () => {
  test('is kept when it is the first', async () => {
    const { trace } = await search('ޙުކުމް')
    for (const Position of [3, 1]) bodyOf(await reader('g/clicked', { Trace: trace, Position }))
    expect(await readTraces()).toMatchObject([{ clicked_position: 3 }])
  })

  test('past the results is not kept', async () => {
    const { trace, count } = await search('ދަރަނި')
    bodyOf(await reader('g/clicked', { Trace: trace, Position: count + 1 }))
    expect(await readTraces()).toMatchObject([{ clicked_position: null }])
  })

  test('under a name that is not known is answered like any other and changes nothing', async () => {
    const { trace } = await search('ދަރަނި')
    bodyOf(await other('g/clicked', { Trace: 'AAAAAAAAAAAAAAAAAAAAAA', Position: 1 }))
    bodyOf(await other('g/clicked', { Trace: `${trace ?? ''}' or true --`, Position: 1 }))
    expect(await readTraces()).toMatchObject([{ clicked_position: null }])
  })

  test('with no name and no place is refused for both at once', async () => {
    const { status, body } = await reader('g/clicked', { Trace: '', Position: 0 })
    expect(status).toBe(400)
    expect(Object.keys((body['payload'] as { errors: object }).errors)).toEqual(['Trace', 'Position'])
  })
})

describe('the list of searches', () => {
  test('tells the queries without results, the most frequent first, spellings together', async () => {
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

  test('tells no number that was answered with the cases it may mean, but one that the library has not', async () => {
    const asked = bodyOf(await reader('g/search', { Type: 'CaseFile', Query: '2021/1124' })) as SearchResult
    expect([asked.count, asked.numbers?.state]).toEqual([0, 'ambiguous'])
    expect((await search('2031/HC-A/80')).count).toBe(0)
    await api.traces.flushed()
    expect((await searches()).data).toMatchObject([{ query: '2031/HC-A/80', without_results: 1 }])
  })

  test('tells the median of the times', async () => {
    await writeTraces([5, 7, 90].map((ms) => ({ ms })))
    expect((await searches()).data).toMatchObject([{ median_ms: 7 }])
  })

  test('tells what found something and was never opened', async () => {
    const { trace } = await search('ދަރަނި')
    await search('އެއްބަސްވުން')
    await search('zzz yyy')
    await reader('g/clicked', { Trace: trace, Position: 1 })
    expect((await searches({ Only: 'never-clicked' })).data).toMatchObject([{ query: 'އެއްބަސްވުން' }])
    expect((await searches({ Only: 'all' })).count).toBe(3)
  })

  test('keeps to the days and the type that are asked for', async () => {
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
  ])('a day is one of the Maldives: of the searches at %s it has %i', async (time, count) => {
    await writeTraces([{}])
    const yesterday = new Date(Date.now() - 86_400_000 + 5 * 3_600_000).toISOString().slice(0, 10)
    await sql`update search_traces set at = ${`${yesterday} ${time}`}::timestamptz`.execute(api.db)
    expect((await searches({ From: yesterday, To: yesterday })).count).toBe(count)
  })

  test('is paged, and a page past its end is refused', async () => {
    await writeTraces(Array.from({ length: 5 }, (_, index) => ({ query: `q${index}` })))
    const { data, pages } = await searches({ PageSize: 2, Page: 3 })
    expect([data.length, pages]).toEqual([1, 3])
    expect((await registrar('searches/get', { PageSize: 2, Page: 4 })).body['code']).toBe('page-past-end')
  })

  test('counts exactly up to ten thousand, and says so above', async () => {
    await sql`
      insert into search_traces (trace, type, query, folded, count, ms)
      select 't' || n, 'CaseFile', 'q' || n, 'q' || n, 0, 1 from generate_series(1, ${limits.search.exact_count + 1}::int) as n`.execute(
      api.db,
    )
    expect(await searches()).toMatchObject({ count: limits.search.exact_count, countIsExact: false })
  })

  test('refuses everything that is wrong at once', async () => {
    const { status, body } = await registrar('searches/get', {
      From: '2026-02-31',
      Only: 'some',
      PageSize: 501,
      Page: 0,
      Type: 'User',
    })
    expect(status).toBe(400)
    expect(Object.keys((body['payload'] as { errors: object }).errors).sort()).toEqual([
      'From',
      'Only',
      'Page',
      'PageSize',
      'Type',
    ])
    const reversed = await registrar('searches/get', { From: '2026-02-02', To: '2026-02-01' })
    expect((reversed.body['payload'] as { errors: object }).errors).toHaveProperty('To')
  })

  test('opens to the registrar and the administrator, and to nobody else of the library', async () => {
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
})

describe('the keeping of traces', () => {
  test('forgets what is older than ninety days when new ones are written', async () => {
    await writeTraces([{ query: 'old' }, { query: 'kept' }])
    await sql`update search_traces set at = now() - interval '90 days 1 minute' where query = 'old'`.execute(api.db)
    await sql`update search_traces set at = now() - interval '89 days 23 hours' where query = 'kept'`.execute(api.db)
    expect((await searches()).data).toMatchObject([{ query: 'kept' }])
    await search('ދަރަނި')
    expect((await readTraces()).map(({ query }) => query)).toEqual(['kept', 'ދަރަނި'])
  })

  test('a search answers when its trace cannot be written, and the trouble is told once', async () => {
    const gone = connect('postgres://nobody@127.0.0.1:1/none', { connections: 1 })
    const told: Error[] = []
    const traces = openSearchLog(gone.db, { onError: (error) => told.push(error) })
    for (let times = 0; times < 3; times += 1) {
      expect(traces.append(searched())).toMatch(/^[\w-]{22}$/)
      await traces.flushed()
    }
    expect(told).toHaveLength(1)
    await gone.close()
  })

  test('a search does not wait for its trace', async () => {
    await api.db.transaction().execute(async (held) => {
      await sql`lock table search_traces in access exclusive mode`.execute(held)
      for (const query of ['ދަރަނި', 'މުސާރަ']) expect((await search(query)).trace).not.toBeNull()
    })
    expect((await readTraces()).map(({ query }) => query)).toEqual(['ދަރަނި', 'މުސާރަ'])
  })

  test('lets go of what comes too fast, without a word', async () => {
    const traces = openSearchLog(api.db)
    const names = Array.from({ length: limits.search_log.max_queued + 5 }, () => traces.append(searched()))
    expect(names.filter((name) => name === null)).toHaveLength(5)
    await traces.flushed()
    expect(await readTraces()).toHaveLength(limits.search_log.max_queued)
  })
})

const searched = (given: Partial<Searched> = {}): Searched => ({
  type: 'CaseFile', query: 'zzz', filters: {}, count: 0, ms: 1, redirected: false, ...given,
}) // prettier-ignore

async function writeTraces(given: Partial<Searched>[]) {
  for (const one of given) api.traces.append(searched(one))
  await api.traces.flushed()
}
