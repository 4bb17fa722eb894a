import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '#shared/calls/crud.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { resources } from '#shared/resources/index.ts'
import { filterRows, foldRows } from '#web/registry/list/filterRows.ts'
import { extraColumns, type ListColumn, listColumns } from '#web/registry/list/listColumns.ts'
import { buildRandom } from '#db/seed/random.ts'
import { type Api, type Caller, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** Short lists are sorted in the browser, long ones by the server: the order must not change when a list grows. */

const can = [...resources.flatMap((one) => permissionsOf(one)), 'view-charge-status']

let api: Api
let staff: Caller

beforeAll(async () => {
  api = await openApi()
  staff = await api.as(await buildUser(api.databaseUrl, { can }), password)
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
    const { status, body } = await staff('caseFiles/create', {
      court: 1,
      case_types: [1],
      case_numbers: [{ number }],
      title,
      closed_date,
    })
    expect(status, JSON.stringify(body)).toBe(200)
  }
})
afterAll(() => api.close())

const rowsIn = async (list: string, more: object) =>
  (await staff(`${list}/get`, { Court: 1, ...more })).body['data'] as Row[]
const rowsOf = (more: object) => rowsIn('caseFiles', more)

const columns = listColumns(caseFiles, [])
const orders = (shown: readonly ListColumn[]) =>
  shown.flatMap(({ name }) => [false, true].map((descending) => ({ by: name, descending })))

type Sort = { by: string; descending: boolean }

/** The rows of a short list as the browser sorts them. */
const sortInBrowser = (rows: Row[], resource: Resource, sort: Sort) =>
  filterRows(foldRows(rows, listColumns(resource, []), 'dv'), resource.fields, { search: '', columns: {}, sort }).map(
    ({ id }) => id,
  )

test.each(orders(columns))(
  'case files by $by, descending: $descending, are sorted alike in the browser and on the server',
  async (sort) => {
    const onServer = await rowsOf({ Sort: sort, PageSize: 100 })
    expect(sortInBrowser(await rowsOf({}), caseFiles, sort)).toEqual(onServer.map(({ id }) => id))
  },
)

test.each(['ގަރުޟު', 'ޤަރުޟު 2020', 'ECLAIR', 'cv-c/2020', '2021 އިން', '5 މެއި', 'ސިވިލް', 'ނެތް'])(
  'a list searched for %s has the same rows in the browser and on the server',
  async (search) => {
    const folded = foldRows(await rowsOf({}), columns, 'dv')
    const inBrowser = filterRows(folded, caseFiles.fields, { search, columns: {}, sort: undefined }).map(({ id }) => id)
    const onServer = (await rowsOf({ SearchQuery: search, PageSize: 100 })).map(({ id }) => id)
    expect(inBrowser).toEqual(onServer)
  },
)

test('case numbers are sorted by year and serial in both written orders', async () => {
  const numbers = (await rowsOf({ Sort: { by: 'case_numbers_text' } })).map((row) => row['case_numbers_text'])
  expect(numbers).toEqual(['2019/HC-A/100', '9/Cv-C/2020', '10/Cv-C/2020', '101/Cv-C/2020', '2021/SC-A/2'])
})

describe('analyses', () => {
  const random = buildRandom(22)
  const years: { year: number; serial: number }[] = []

  /** Random case numbers as courts write them; sometimes two, none, or text that is no case number. */
  function randomNumbers(): string[] {
    if (random.chance(0.1)) return []
    if (random.chance(0.1)) return [random.pick(['ނަންބަރެއް ނެތް', '12', 'A-1'])]
    const [year, serial] = [random.whole(1994, 2025), random.whole(1, 2000)]
    years.push({ year, serial })
    const forms = [`${serial}/Cv-C/${year}`, `${serial}/CVC/${year}`, `${year}/SC-A/${serial}`, `${serial}-CVC-${year}`]
    return [random.pick(forms), ...(random.chance(0.2) ? ['1/Cv-C/1990'] : [])]
  }

  beforeAll(async () => {
    for (let row = 0; row < 60; row += 1) {
      const { rows } = await sql<{ id: number }>`
        with pdf as (
          insert into files (sha256, name, media_type, size, type)
          values (sha256('x'), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id)
        insert into analysis (court_id, pdf_file_id, title, status, charge_status)
        select 1, id, ${`${row % 7}`}, ${random.pick(['Pending', 'Analyzed', 'Scanned'])},
               ${random.pick(['Pending Analysis', 'Pending Payment', 'Paid'])}
          from pdf returning id`.execute(api.db)
      const { status, body } = await staff('analysis/update', {
        id: rows[0]?.id,
        version: 1,
        analysis_case_numbers: randomNumbers().map((number) => ({ number })),
      })
      expect(status, JSON.stringify(body)).toBe(200)
    }
  })

  test.each(orders([...listColumns(analysis, []), ...extraColumns(analysis, ['status', 'charge_status'], can)]))(
    'analyses by $by, descending: $descending, are sorted alike in the browser and on the server',
    async (sort) => {
      const onServer = await rowsIn('analysis', { Sort: sort, PageSize: 100 })
      expect(onServer).toHaveLength(60)
      const inBrowser = sortInBrowser(await rowsIn('analysis', {}), analysis, sort)
      expect(inBrowser).toEqual(onServer.map(({ id }) => id))
    },
  )

  test('analyses are sorted by the year and serial of their first number, those without one first', async () => {
    const shown = (await rowsIn('analysis', { Sort: { by: 'case_numbers_text' }, PageSize: 100 })).map(
      (row) => row['number_order'],
    )
    const expected = years.map(({ year, serial }) => year * 10_000_000 + serial).sort((one, other) => one - other)
    expect(shown).toEqual([...Array.from({ length: 60 - years.length }, () => 0), ...expected])
  })

  test('analyses keep their version when only their sort key is computed again', async () => {
    const versions = sql<{ version: number }>`select distinct version from analysis where number_order > 0`
    await sql`update analysis_case_numbers set key = 'cvc/2001/' || id where position = 0`.execute(api.db)
    expect((await versions.execute(api.db)).rows).toEqual([{ version: 2 }])
  })
})
