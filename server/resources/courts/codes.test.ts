import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewNumberKeys } from '#server/resources/caseFiles/renewNumberKeys.ts'
import { connect } from '#server/db/database.ts'
import { courts as courtsOfLibrary } from '../../../db/seed/lists.ts'
import { demoPassword, writeAccess } from '../../../db/seed/access.ts'
import { writeReferenceLists } from '../../../db/seed/library.ts'
import { type Api, openApi } from '../../../test/api.ts'
import { runs } from '../../../test/nightly.ts'

let api: Api
let registrar: Awaited<ReturnType<Api['as']>>
let case_types: number[]

beforeAll(async () => {
  api = await openApi({
    index: true,
    fill: async (url) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await writeAccess(client)
      await writeReferenceLists(client)
      await client.end()
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

async function keepCase(number: string, related: { type: number; number: string }[] = []) {
  const { body } = await registrar('caseFiles/create', { court: 1, case_types, case_numbers: [{ number }], related_cases: related, title: `Case ${number}`, published: true }) // prettier-ignore
  return rowOf(body).id
}

/** The case that a number typed in the search box leads to, by its title. */
async function leadsTo(written: string) {
  await api.search.waitForRefresh()
  const { body } = await registrar('g/search', { Type: 'CaseFile', Query: written })
  const [first] = body['data'] as { title: string; reference: string }[]
  return first?.reference === body['redirect'] ? first?.title : undefined
}

const giveCode = async ({ id, version }: Saved, code: string) =>
  rowOf((await registrar('courts/update', { id, version, code })).body)

const patient = { timeout: 120_000 }

test('a number that was saved before its court had its code leads to its case once the court has it', async () => {
  const court = await createCourt('Tribunal of tenants')
  await keepCase('2013 TNT-A 80')
  expect(await leadsTo('80/TNT-A/2013')).toBeUndefined()

  await giveCode(court, 'TNT-A')
  await api.emails()
  for (const written of ['2013 TNT-A 80', '80/TNT-A/2013', '80 tnta 2013'])
    expect([written, await leadsTo(written)]).toEqual([written, 'Case 2013 TNT-A 80'])
})

test('a related case that was written with it leads there, too', async () => {
  const { rows } = await sql<{ id: number }>`insert into relation_types (name) values ('Appeal of') returning id`.execute(api.db) // prettier-ignore
  const court = await createCourt('Tribunal of pensions')
  await keepCase('7 PNS-T 2016')
  const other = await keepCase('2020/SC-A/4', [{ type: rows[0]?.id ?? 0, number: '2016 PNS-T 7' }])
  await giveCode(court, 'PNS-T')
  await api.emails()
  const { rows: found } = await sql<{ number: string }>`
    select case_numbers.number
      from related_cases
      join case_numbers using (key)
     where related_cases.case_file_id = ${other}`.execute(api.db)
  expect(found).toEqual([{ number: '7 PNS-T 2016' }])
})

test('a code that is changed or taken away is known no more, and its new one is', async () => {
  const court = await createCourt('Tribunal of taxes', 'TAX-T')
  await keepCase('5 TAX-T 2018')
  await keepCase('5 TXC-T 2019')
  await api.emails()
  expect(await leadsTo('2018/TAX-T/5')).toBe('Case 5 TAX-T 2018')
  await giveCode(court, 'TXC-T')
  await api.emails()
  expect(await leadsTo('2019/TXC-T/5')).toBe('Case 5 TXC-T 2019')
  expect(await leadsTo('2018 5 taxt')).toBeUndefined()
})

test('of two cases that turn out to have one number, the first has it and the other one stays as it was', async () => {
  const court = await createCourt('Tribunal of ports')
  await keepCase('3 PRT-X 2017')
  await keepCase('2017 3 PRTX')
  await giveCode(court, 'PRT-X')
  await api.emails()
  expect(await leadsTo('3/PRT-X/2017')).toBe('Case 3 PRT-X 2017')
  const { rows } = await sql<{ key: string }>`select key from case_numbers where number = '2017 3 PRTX'`.execute(api.db)
  expect(rows).toEqual([{ key: '2017 3 prtx' }])
})

test('what makes the keys anew is killed halfway, and whoever comes next does all of it', async () => {
  // Keys are made 250 at a time.
  const all = runs(1200, 5000)
  await sql`
    with made as (insert into case_files (court_id, title, published)
                  select 1, 'Halfway ' || n, true from generate_series(1, ${all}) as n returning id, title)
    insert into case_numbers (case_file_id, position, number, key)
    select id, 0, substring(title from '[0-9]+') || ' HLF-W 2015', lower(title) from made`.execute(api.db)
  await createCourt('Tribunal of the half way', 'HLF-W')

  const holder = new pg.Client({ connectionString: api.databaseUrl })
  await holder.connect()
  await holder.query(`begin`)
  await holder.query(`select from case_numbers where number = $1 for update`, [`${all - 100} HLF-W 2015`])
  const killed = connect(api.databaseUrl, { connections: 1 })
  const gone = renewNumberKeys(killed.db).then(
    () => 'done',
    () => 'killed',
  )
  const renewed = async () =>
    (await sql<{ count: number }>`select count(*)::integer as count from case_numbers where key like 'hlfw/2015/%'`.execute(api.db)).rows[0]?.count // prettier-ignore
  const holders = sql<{ pid: number }>`
    select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%update%case_numbers%' and datname = current_database()` // prettier-ignore
  await expect.poll(async () => (await holders.execute(api.db)).rows.length, patient).toBe(1)
  await sql`select pg_terminate_backend(pid) from (${holders}) as held`.execute(api.db)
  expect(await gone).toBe('killed')
  await killed.close()
  await holder.end()
  expect(await renewed()).toBeGreaterThanOrEqual(500)
  expect(await renewed()).toBeLessThan(all)

  await renewNumberKeys(api.db)
  expect(await renewed()).toBe(all)
  expect(await leadsTo('2015/HLF-W/1199')).toBe('Halfway 1199')
})

test('a case that is saved at the same moment has the key of the new code all the same', async () => {
  const court = await createCourt('Tribunal of the moment')
  const id = await keepCase('1 MMT-X 2021')
  const saving = new pg.Client({ connectionString: api.databaseUrl })
  await saving.connect()
  // A save that has read the codes, and is not yet kept.
  await saving.query(`begin`)
  await saving.query(`select pg_advisory_xact_lock_shared(hashtext('keys of case numbers'))`)
  await saving.query(`update case_numbers set number = '2 MMT-X 2021', key = '2 mmt-x 2021' where case_file_id = $1`, [
    id,
  ])
  await giveCode(court, 'MMT-X')
  const renewing = renewNumberKeys(api.db)
  await expect.poll(async () => (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(api.db)).rows.length, patient).toBe(1) // prettier-ignore
  await saving.query('commit')
  await saving.end()
  await renewing
  expect(await leadsTo('2021/MMT-X/2')).toBe('Case 1 MMT-X 2021')
})

test('no two courts have one code, and what could be read in no number is none', async () => {
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
    const { errors } = body['payload'] as { errors: Record<string, string[]> }
    expect([code, status, errors]).toEqual([code, 400, { code: [problem] }])
  }
})

test('many courts have no code, and every court of the library may keep its own', async () => {
  await createCourt('Without one', '')
  expect(await createCourt('Without one either', '')).toMatchObject({ id: expect.any(Number) as number })
  const { rows } = await sql<Saved>`select id, version, code from courts where code = any(${courtsOfLibrary.map(({ code }) => code)})`.execute(api.db) // prettier-ignore
  expect(rows.length).toBeGreaterThan(10)
  for (const { id, version, code } of rows)
    expect([code, (await registrar('courts/update', { id, version, code })).status]).toEqual([code, 200])
})
