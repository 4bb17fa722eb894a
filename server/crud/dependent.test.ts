import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import type { LookupAnswer } from '#shared/calls/crud.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { resources } from '#shared/resources/index.ts'
import { lookup } from './lookups.ts'

let api: Api
let staff: Awaited<ReturnType<Api['as']>>
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

/** The numbers that can be chosen where a select depends on another field. */
async function choices(by: string, chosen: object) {
  const label = { dv: 'ނަންބަރު', en: 'Number' }
  const { run } = lookup(phrases, { kind: 'select', label, from: 'caseFiles', shows: 'number', by })
  const { data } = (await run({ db: api.db } as never, chosen)) as LookupAnswer
  return data.map(({ name }) => name)
}

test('a select that depends on a row offers what holds it, and everything while none is chosen', async () => {
  expect(await choices('court', { id: ids['ހައި ކޯޓު'] })).toEqual(['2/Cv-C/2021'])
  expect(await choices('court', { id: ids['ހައި ކޯޓު'], SearchQuery: '1/Cv-C/2020' })).toEqual([])
  expect(await choices('court', {})).toHaveLength(2)
})

test('a select that depends on a day offers what is of that day', async () => {
  expect(await choices('closed_date', { Date: '2020-05-01' })).toEqual(['1/Cv-C/2020'])
  expect(await choices('closed_date', { Date: '1999-01-01' })).toEqual([])
})

test('a choice is named by its id, however many choices there are before it', async () => {
  await sql`insert into courts (name) select 'ކޯޓު ' || n from generate_series(1, 60) as n`.execute(api.db)
  const { id } = await create('courts', { name: 'އެންމެ ފަހު ކޯޓު' })
  const all = (await staff('caseFiles/getCourtList', {})).body as LookupAnswer
  expect([all.ovf, all.data.some((row) => row.id === id)]).toEqual([true, false])
  const one = await staff('caseFiles/getCourtList', { Chosen: id })
  expect(one.body).toMatchObject({ data: [{ id, name: 'އެންމެ ފަހު ކޯޓު' }], ovf: false })
  expect((await staff('caseFiles/getCourtList', { Chosen: 999_999_999 })).body).toMatchObject({ data: [] })
})

test('a lookup is asked with a day that is one, and with nothing that it does not know', async () => {
  expect(await staff('caseFiles/getCourtList', { Date: '2021-11-14', id: 1 })).toMatchObject({ status: 200 })
  for (const wrong of [{ Date: 'today' }, { id: 0 }, { Chosen: 0 }, { Court: 1 }])
    expect(await staff('caseFiles/getCourtList', wrong)).toMatchObject({ status: 400 })
})
