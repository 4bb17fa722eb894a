import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { renewNumberKeys } from '#server/resources/caseFiles/renewNumberKeys.ts'
import { deriveNumberKeys } from '#server/resources/caseFiles/config.ts'
import { connect } from '#server/db/database.ts'
import { courts as courtsOfLibrary } from '#db/seed/lists.ts'
import { demoPassword, writeAccess } from '#db/seed/access.ts'
import { writeReferenceLists } from '#db/seed/library.ts'
import { type Api, type Caller, errorsOf, openApi } from '#test/api.ts'
import { until } from '#test/live.ts'
import { untilLockWaits } from '#test/locks.ts'
import { runs } from '#test/nightly.ts'
import { nightlyTest } from '#test/nightly.ts'

let api: Api
let registrar: Caller
let case_types: number[]

beforeAll(async () => {
  api = await openApi({
    index: true,
    fill: async (url) => {
      await withClient(url, async (client) => {
        await writeAccess(client)
        await writeReferenceLists(client)
      })
    },
  })
  registrar = await api.as('registrar@hukum.test', demoPassword)
  const { rows } = await sql<{ id: number }>`select min(id) as id from case_types`.execute(api.db)
  case_types = [rows[0]?.id ?? 0]
})
afterAll(() => api.close())

type Saved = { id: number; version: number; code: string }
const rowOf = (body: Record<string, unknown>) => body['data'] as Saved

const createCourt = async (name: string, code?: string) =>
  rowOf((await registrar('courts/create', { name, ...(code !== undefined && { code }) })).body)

async function createCase(number: string, related: { type: number; number: string }[] = []) {
  const { body } = await registrar('caseFiles/create', {
    court: 1,
    case_types,
    case_numbers: [{ number }],
    related_cases: related,
    title: `Case ${number}`,
    published: true,
  })
  return rowOf(body).id
}

/** The title of the case that a search for a case number redirects to. */
async function redirectOf(number: string) {
  await api.search.waitForRefresh()
  const { body } = await registrar('g/search', { Type: 'CaseFile', Query: number })
  const [first] = body['data'] as { title: string; reference: string }[]
  return first?.reference === body['redirect'] ? first?.title : undefined
}

const setCode = async ({ id, version }: Saved, code: string) =>
  rowOf((await registrar('courts/update', { id, version, code })).body)

test('the keys of the case numbers of a save are derived by two statements, however many there are', async () => {
  const statements: string[] = []
  const { db, close } = connect(api.databaseUrl, { onQuery: ({ query }) => statements.push(query.sql) })
  const numbers = Array.from({ length: 20 }, (_, index) => ({ number: `${index + 1}/Cv-C/2013` }))
  expect(new Set(await deriveNumberKeys(numbers, db)).size).toBe(20)
  await close()
  expect(statements).toHaveLength(2)
})

test('a case number that was saved before its court had a code finds its case after the code is added', async () => {
  const court = await createCourt('Tribunal of tenants')
  await createCase('2013 TNT-A 80')
  expect(await redirectOf('80/TNT-A/2013')).toBeUndefined()

  await setCode(court, 'TNT-A')
  await api.emails()
  for (const number of ['2013 TNT-A 80', '80/TNT-A/2013', '80 tnta 2013'])
    expect([number, await redirectOf(number)]).toEqual([number, 'Case 2013 TNT-A 80'])
})

test('a related case with a number of a new court code is linked to its case', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into relation_types (name) values ('Appeal of') returning id`.execute(api.db)
  const court = await createCourt('Tribunal of pensions')
  await createCase('7 PNS-T 2016')
  const other = await createCase('2020/SC-A/4', [{ type: rows[0]?.id ?? 0, number: '2016 PNS-T 7' }])
  await setCode(court, 'PNS-T')
  await api.emails()
  const { rows: found } = await sql<{ number: string }>`
    select case_numbers.number
      from related_cases
      join case_numbers using (key)
     where related_cases.case_file_id = ${other}`.execute(api.db)
  expect(found).toEqual([{ number: '7 PNS-T 2016' }])
})

test('a changed court code finds cases by the new code and no longer by the old one', async () => {
  const court = await createCourt('Tribunal of taxes', 'TAX-T')
  await createCase('5 TAX-T 2018')
  await createCase('5 TXC-T 2019')
  await api.emails()
  expect(await redirectOf('2018/TAX-T/5')).toBe('Case 5 TAX-T 2018')
  await setCode(court, 'TXC-T')
  await api.emails()
  expect(await redirectOf('2019/TXC-T/5')).toBe('Case 5 TXC-T 2019')
  expect(await redirectOf('2018 5 taxt')).toBeUndefined()
})

test('of two cases that get the same key from a new court code, the first takes it and the other keeps its former key', async () => {
  const court = await createCourt('Tribunal of ports')
  await createCase('3 PRT-X 2017')
  await createCase('2017 3 PRTX')
  await setCode(court, 'PRT-X')
  await api.emails()
  expect(await redirectOf('3/PRT-X/2017')).toBe('Case 3 PRT-X 2017')
  const { rows } = await sql<{ key: string }>`select key from case_numbers where number = '2017 3 PRTX'`.execute(api.db)
  expect(rows).toEqual([{ key: '2017 3 prtx' }])
})

nightlyTest('renewing the keys of case numbers completes in the next run after it was killed halfway', async () => {
  // Keys are computed in batches of 250.
  const all = runs(400, 5000)
  await sql`
    with created as (insert into case_files (court_id, title, published)
                  select 1, 'Halfway ' || n, true from generate_series(1, ${all}) as n returning id, title)
    insert into case_numbers (case_file_id, position, number, key)
    select id, 0, substring(title from '[0-9]+') || ' HLF-W 2015', lower(title) from created`.execute(api.db)
  await createCourt('Tribunal of the half way', 'HLF-W')

  const holder = new pg.Client({ connectionString: api.databaseUrl })
  await holder.connect()
  await holder.query(`begin`)
  await holder.query(`select from case_numbers where number = $1 for update`, [`${all - 100} HLF-W 2015`])
  const killed = connect(api.databaseUrl, { connections: 1 })
  const outcome = renewNumberKeys(killed.db).then(
    () => 'done',
    () => 'killed',
  )
  const countRenewed = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from case_numbers where key like 'hlfw/2015/%'`.execute(api.db)
    return rows[0]?.count
  }
  const blocked = sql<{ pid: number }>`
    select pid
      from pg_stat_activity
     where wait_event_type = 'Lock'
       and query like '%update%case_numbers%'
       and datname = current_database()`
  await until(async () => (await blocked.execute(api.db)).rows.length === 1)
  await sql`select pg_terminate_backend(pid) from (${blocked}) as blocked`.execute(api.db)
  expect(await outcome).toBe('killed')
  await killed.close()
  await holder.end()
  expect(await countRenewed()).toBeGreaterThanOrEqual(500)
  expect(await countRenewed()).toBeLessThan(all)

  await renewNumberKeys(api.db)
  expect(await countRenewed()).toBe(all)
  expect(await redirectOf('2015/HLF-W/899')).toBe('Halfway 899')
})

test('a case that is saved while the keys are renewed gets the key of the new code', async () => {
  const court = await createCourt('Tribunal of the moment')
  const id = await createCase('1 MMT-X 2021')
  const saving = new pg.Client({ connectionString: api.databaseUrl })
  await saving.connect()
  // A save that has read the codes and is not yet committed.
  await saving.query(`begin`)
  await saving.query(`select pg_advisory_xact_lock_shared(hashtext('keys of case numbers'))`)
  await saving.query(`update case_numbers set number = '2 MMT-X 2021', key = '2 mmt-x 2021' where case_file_id = $1`, [
    id,
  ])
  await setCode(court, 'MMT-X')
  const renewing = renewNumberKeys(api.db)
  await untilLockWaits(api.pool)
  await saving.query('commit')
  await saving.end()
  await renewing
  expect(await redirectOf('2021/MMT-X/2')).toBe('Case 1 MMT-X 2021')
})

test('a court code that another court has, or that fits no case number, is rejected', async () => {
  await createCourt('Tribunal of the first', 'FST-X')
  const taken = 'This is already in use.'
  const unreadable = 'This is not written as it must be.'
  for (const [code, problem] of [
    ['fstx', taken],
    ['cvc', taken],
    ['12', unreadable],
    ['A/B', unreadable],
    ['ނަންބަރު', unreadable],
    ['of', unreadable],
    ['Two words', unreadable],
  ] as const) {
    const { status, body } = await registrar('courts/create', { name: `Court of ${code}`, code })
    expect([code, status, errorsOf(body)]).toEqual([code, 400, { code: [problem] }])
  }
})

nightlyTest('several courts can have no code, and every court of the library can be saved with its own', async () => {
  await createCourt('Without one', '')
  expect(await createCourt('Without one either', '')).toMatchObject({ id: expect.any(Number) as number })
  const codes = courtsOfLibrary.map(({ code }) => code)
  const { rows } = await sql<Saved>`select id, version, code from courts where code = any(${codes})`.execute(api.db)
  expect(rows.length).toBeGreaterThan(10)
  for (const { id, version, code } of rows)
    expect([code, (await registrar('courts/update', { id, version, code })).status]).toEqual([code, 200])
})
