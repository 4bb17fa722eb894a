import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Caller, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import type { LookupAnswer } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { resources } from '#shared/resources/index.ts'
import { connect } from '#server/db/database.ts'
import { lookup } from './lookups.ts'

let api: Api
let staff: Caller
const ids: Record<string, number> = {}

const create = async (resource: string, fields: object) => {
  const answer = await staff(`${resource}/create`, fields)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body['data'] as { id: number; version: number }
}

beforeAll(async () => {
  api = await openApi()
  const can = resources.flatMap((resource) => permissionsOf(resource))
  staff = await api.as(await buildUser(api.databaseUrl, { can }), password)
  const type = (await create('caseTypes', { name: 'މަދަނީ' })).id
  for (const [name, number, closed_date] of [
    ['ސިވިލް ކޯޓު', '1/Cv-C/2020', '2020-05-01'],
    ['ހައި ކޯޓު', '2/Cv-C/2021', '2021-11-14'],
  ] as const) {
    ids[name] = (await create('courts', { name })).id
    await create('caseFiles', { court: ids[name], closed_date, case_types: [type], case_numbers: [{ number }] })
  }
})
afterAll(() => api.close())

const session = { abilities: ['read-caseFiles'] }

/** The choices of case numbers for a select that depends on another field. */
async function choices(by: string, chosen: object) {
  const label = { dv: 'ނަންބަރު', en: 'Number' }
  const { run } = lookup(phrases, { kind: 'select', label, from: 'caseFiles', shows: 'number', by })
  const { data } = (await run({ db: api.db, session } as never, chosen)) as LookupAnswer
  return data.map(({ name }) => name)
}

test('a select that depends on a row offers the choices of that row, and all choices while none is selected', async () => {
  expect(await choices('court', { id: ids['ހައި ކޯޓު'] })).toEqual(['2/Cv-C/2021'])
  expect(await choices('court', { id: ids['ހައި ކޯޓު'], SearchQuery: '1/Cv-C/2020' })).toEqual([])
  expect(await choices('court', {})).toHaveLength(2)
})

test('a select that depends on a day offers the choices of that day', async () => {
  expect(await choices('closed_date', { Date: '2020-05-01' })).toEqual(['1/Cv-C/2020'])
  expect(await choices('closed_date', { Date: '1999-01-01' })).toEqual([])
})

test('a choice past the limit of a lookup is found by its id', async () => {
  await sql`insert into courts (name) select 'ކޯޓު ' || n from generate_series(1, 60) as n`.execute(api.db)
  const { id } = await create('courts', { name: 'އެންމެ ފަހު ކޯޓު' })
  const all = (await staff('caseFiles/getCourtList', {})).body as LookupAnswer
  expect([all.ovf, all.data.some((row) => row.id === id)]).toEqual([true, false])
  const one = await staff('caseFiles/getCourtList', { Chosen: id })
  expect(one.body).toMatchObject({ data: [{ id, name: 'އެންމެ ފަހު ކޯޓު' }], ovf: false })
  expect((await staff('caseFiles/getCourtList', { Chosen: 999_999_999 })).body).toMatchObject({ data: [] })
})

test('choices are sorted by folded name, and courts by rank', async () => {
  for (const name of ['މަރިޔަމް', 'ޢަލީ', 'ހަސަން']) await create('judges', { name })
  const all = (await staff('caseFiles/getJudgeList', {})).body as LookupAnswer
  expect(all.data.map(({ name }) => name)).toEqual(['ހަސަން', 'ޢަލީ', 'މަރިޔަމް'])
  const courts = (await staff('caseFiles/getCourtList', {})).body as LookupAnswer
  expect(courts.data.slice(0, 2).map(({ name }) => name)).toEqual(['ސިވިލް ކޯޓު', 'ހައި ކޯޓު'])
})

test('a lookup with more choices than the limit sends the first by name, with and without a search', async () => {
  await sql`
    insert into judges (name)
    select case when n % 2 = 0 then 'ޒާހިރު ' else 'ޒީނަތު ' end || lpad((100 + 60 - n)::text, 3, '0')
      from generate_series(1, 120) as n`.execute(api.db)
  const whole = (await staff('caseFiles/getJudgeList', {})).body as LookupAnswer
  expect([whole.ovf, whole.data.length, whole.data[3]?.name]).toEqual([true, limits.list.choices, 'ޒާހިރު 040'])
  const searched = (await staff('caseFiles/getJudgeList', { SearchQuery: 'ޒީނަތު' })).body as LookupAnswer
  expect([searched.ovf, searched.data.length, searched.data[0]?.name]).toEqual([true, limits.list.choices, 'ޒީނަތު 041'])
})

test('the choices among thousands of case numbers are read in the order of an index, without sorting them', async () => {
  // On a connection without the limit of a statement, which thousands of cases exceed on a busy machine.
  await api.pool.query(
    `with added as (
       insert into case_files (court_id, title)
       select $1, 'ޤަރުޟު' from generate_series(1, 3000)
       returning id)
     insert into case_numbers (case_file_id, position, number, key)
     select id, 0, id || '/Cv-C/2022', 'cv-c/2022/' || id from added`,
    [ids['ހައި ކޯޓު']],
  )
  await api.pool.query('analyze case_files, case_numbers')
  const queries: CompiledQuery[] = []
  const { db, close } = connect(api.databaseUrl, { connections: 1, onQuery: ({ query }) => queries.push(query) })
  const { run } = lookup(phrases, phrases.fields.used_cases)
  for (const SearchQuery of [undefined, 'Cv-C']) {
    const { data, ovf } = (await run({ db, session } as never, { SearchQuery })) as LookupAnswer
    expect([data.length, ovf]).toEqual([limits.list.choices, true])
    const query = queries.findLast((one) => one.sql.includes('number_order')) ?? queries[0]
    const plan = await db.executeQuery({ ...query, sql: `explain ${query?.sql}` } as CompiledQuery)
    expect(JSON.stringify(plan.rows)).toContain('case_files_number_idx')
  }
  await close()
})

test('a lookup rejects an invalid day and unknown parameters', async () => {
  expect(await staff('caseFiles/getCourtList', { Date: '2021-11-14', id: 1 })).toMatchObject({ status: 200 })
  for (const wrong of [{ Date: 'today' }, { id: 0 }, { Chosen: 0 }, { Court: 1 }])
    expect(await staff('caseFiles/getCourtList', wrong)).toMatchObject({ status: 400 })
})
