import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#shared/calls/crud.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { resources } from '#shared/resources/index.ts'
import { listColumns } from '#web/resource/listColumns.ts'
import { narrowRows } from '#web/resource/localList.ts'
import { prepareList } from '#web/resource/prepareList.ts'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'

/** A short list is sorted in the browser, a long one by the server: whoever adds a row must not see the order change. */

let api: Api
let staff: Awaited<ReturnType<Api['as']>>

beforeAll(async () => {
  api = await openApi()
  staff = await api.as(
    await buildUser(api.databaseUrl, { can: resources.flatMap((one) => permissionsOf(one)) }),
    password,
  )
  await sql`insert into courts (name) values ('ސިވިލް ކޯޓު')`.execute(api.db)
  await sql`insert into case_types (name) values ('މަދަނީ')`.execute(api.db)
  const cases = [
    ['9/Cv-C/2020', 'ޤަރުޟު', '2021-01-02'],
    ['10/Cv-C/2020', 'ގަރުޒު', null],
    ['2019/HC-A/100', 'Éclair', '2021-01-02'],
    ['2021/SC-A/2', '', null],
    ['101/Cv-C/2020', 'ގަރުޒު', '2020-05-05'],
  ] as const
  for (const [number, title, closed_date] of cases) {
    const { status, body } = await staff('caseFiles/create', { court: 1, case_types: [1], case_numbers: [{ number }], title, closed_date }) // prettier-ignore
    expect(status, JSON.stringify(body)).toBe(200)
  }
})
afterAll(() => api.close())

const rowsOf = async (more: object) => (await staff('caseFiles/get', { Court: 1, ...more })).body['data'] as Row[]

const columns = listColumns(caseFiles, [])
const wanted = columns.flatMap(({ name }) => [false, true].map((descending) => ({ by: name, descending })))

test.each(wanted)('by $by, descending: $descending, a list is sorted alike here and there', async (sort) => {
  const here = narrowRows(prepareList(await rowsOf({}), columns, 'dv'), { search: '', columns: {}, sort })
  const there = await rowsOf({ Sort: sort, PageSize: 100 })
  expect(here.map(({ id }) => id)).toEqual(there.map(({ id }) => id))
})

test('case numbers are sorted by year and serial, whichever of them is written first', async () => {
  const numbers = (await rowsOf({ Sort: { by: 'case_numbers_text' } })).map((row) => row['case_numbers_text'])
  expect(numbers).toEqual(['2019/HC-A/100', '9/Cv-C/2020', '10/Cv-C/2020', '101/Cv-C/2020', '2021/SC-A/2'])
})
