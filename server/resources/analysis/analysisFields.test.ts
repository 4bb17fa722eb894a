import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#shared/calls/crud.ts'
import { buildPage, storePages } from '#test/analysisPages.ts'
import { chargeReason } from '#shared/resources/analysisReasons.ts'
import type { Api } from '#test/api.ts'
import { allPermissions, openStaffApi, rowOf } from '#test/signedInApi.ts'
import { buildUser, password } from '#test/factories.ts'
import { type Caller, errorsOf } from '#test/api.ts'

let api: Api
let staff: Caller
let court: number

type Body = Record<string, unknown>

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
  court = await value(sql`insert into courts (name) values ('ސިވިލް ކޯޓު') returning id as value`)
  await sql`insert into judges (name) values ('ޢަލީ ޙަސަން')`.execute(api.db)
})
afterAll(() => api.close())

async function value(query: ReturnType<typeof sql>) {
  const { rows } = await query.execute(api.db)
  return (rows as { value: number }[])[0]?.value ?? 0
}

/** Inserts an analysis with a status. */
async function build(status: string) {
  const file = await value(sql`
    insert into files (sha256, name, media_type, size, type)
    values (sha256('x'), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id as value`)
  const made =
    status === 'Finalized'
      ? await value(sql`insert into case_files (court_id) values (${court}) returning id as value`)
      : null
  return value(sql`
    insert into analysis (court_id, pdf_file_id, status, case_file_id)
    values (${court}, ${file}, ${status}, ${made}) returning id as value`)
}

test('rows of a single field can be sent as values, and a stored row is identified by its id', async () => {
  const id = await build('Analyzed')
  const { body } = await staff('analysis/update', { id, version: 1, analysis_judges: ['ޢަލީ', { name: 'އާމިނަތު' }] })
  expect(body).toMatchObject({ Status: 'success' })
  const saved = rowOf((await staff('analysis/find', { id })).body)
  const [, second] = saved['analysis_judges'] as { id: number; name: string }[]
  await staff('analysis/update', { id, version: saved.version, analysis_judges: [second, 'ޙަސަން'] })
  const stored = rowOf((await staff('analysis/find', { id })).body)['analysis_judges']
  expect(stored).toMatchObject([{ id: second?.id, name: 'އާމިނަތު' }, { name: 'ޙަސަން' }])
  const { body: refused } = await staff('analysis/update', { id, version: 1, analysis_judges: [1, ''] })
  expect(Object.keys(errorsOf(refused)).sort()).toEqual(['analysis_judges.0.name', 'analysis_judges.1.name'])
})

test('rows of a single field that are sent as values keep the ids of stored rows with the same value', async () => {
  const version = 1
  const id = await build('Pending')
  const save = async (at: number, analysis_case_numbers: unknown) => {
    const { status, body } = await staff('analysis/update', { id, version: at, analysis_case_numbers })
    expect(status, JSON.stringify(body)).toBe(200)
    const { body: found } = await staff('analysis/find', { id })
    return (found['data'] as { analysis_case_numbers: { id: number; number: string }[] }).analysis_case_numbers
  }
  const [first, second] = await save(version, ['1/A/2020', '2/A/2020'])
  expect([first?.number, second?.number]).toEqual(['1/A/2020', '2/A/2020'])
  const after = await save(version + 1, ['2/A/2020', '3/A/2020', '3/A/2020'])
  expect(after[0]).toEqual(second)
  expect(after.map(({ number }) => number)).toEqual(['2/A/2020', '3/A/2020', '3/A/2020'])
  const { status, body } = await staff('analysis/update', {
    id,
    version: version + 2,
    analysis_case_numbers: ['4/A/2020', ''],
  })
  expect([status, Object.keys(errorsOf(body))]).toEqual([400, ['analysis_case_numbers.1.number']])
})

test('an analysis is read with its text as a Delta and as plain text', async () => {
  const id = await build('Analyzed')
  const content = [
    { insert: 'ޙުކުމް' },
    { insert: '\n', attributes: { header: 1 } },
    { insert: 'ނަންބަރު ' },
    { insert: { footnote: 'a' } },
    { insert: '1/A/2020', attributes: { bold: true } },
    { insert: '\n' },
  ]
  const case_content = { content, footnotes: [{ key: 'a', content: 'ނޯޓު' }], annotations: [] }
  await sql`update analysis set case_content = ${JSON.stringify(case_content)} where id = ${id}`.execute(api.db)
  const found = rowOf((await staff('analysis/find', { id })).body)
  expect(found).toMatchObject({ case_content, content: 'ޙުކުމް\nނަންބަރު 1/A/2020\n' })
  expect(rowOf((await staff('analysis/find', { id: await build('Pending') })).body)['content']).toBe('')
})

test('an analysis without a title is found by the name of its file, and one with a title is not', async () => {
  const id = await build('Pending')
  const file = await value(sql`
    insert into files (sha256, name, media_type, size, type)
    values (sha256('y'), 'Ruling-399.pdf', 'application/pdf', 1, 'Permanent') returning id as value`)
  await sql`update analysis set pdf_file_id = ${file} where id = ${id}`.execute(api.db)
  const findBy = async (query: object) => {
    const { body } = await staff('analysis/get', { Court: court, PageSize: 5, Page: 1, ...query })
    return (body['data'] as Row[]).map((row) => row.id)
  }
  const queries = [{ SearchQuery: 'ruling-399' }, { SearchQuery: 'pdf RULING' }, { Columns: { title: 'ruling' } }]
  for (const query of queries) expect(await findBy(query)).toEqual([id])
  await sql`update analysis set title = 'ޙުކުމެއް' where id = ${id}`.execute(api.db)
  for (const query of queries) expect(await findBy(query)).toEqual([])
})

test('page counts above their upper bound are rejected at their field', async () => {
  const id = await build('Analyzed')
  const errorsOn = async (path: string, fields: object) =>
    errorsOf((await staff(path, { id, version: 1, ...fields })).body)
  const atMost = ['At most 3.']
  expect(await errorsOn('analysis/update', { page_count: 3, scanned_page_count: 5, content_start_page: 4 })).toEqual({
    scanned_page_count: atMost,
    content_start_page: atMost,
  })
  await sql`update analysis set page_count = 3, scanned_page_count = 2, version = 2 where id = ${id}`.execute(api.db)
  expect(await errorsOn('analysis/partialUpdate', { version: 2, content_start_page: 4 })).toEqual({
    content_start_page: atMost,
  })
  expect(await errorsOn('analysis/update', { version: 2, page_count: 1 })).toEqual({ page_count: ['At least 2.'] })
})

test('the pages that can be analyzed follow a page count that is lowered', async () => {
  const id = await build('Analyzed')
  await sql`update analysis set page_count = 10, analyzable_page_count = 10, version = 1 where id = ${id}`.execute(
    api.db,
  )
  await staff('analysis/update', { id, version: 1, page_count: 9 })
  const { body } = await staff('analysis/find', { id })
  expect(rowOf(body)).toMatchObject({ page_count: 9, analyzable_page_count: 9 })
})

test.each([
  ['High', [85, 100]],
  ['މަތި', [85, 100]],
  ['medium', [60, 84]],
  ['ދަށް', [0, 59]],
])('an analysis is found by the label of its confidence level: %s', async (word, levels) => {
  const own = await value(sql`insert into courts (name) values (${`ކޯޓު ${word}`}) returning id as value`)
  for (const level of [0, 59, 60, 84, 85, 100, null]) {
    const id = await build('Analyzed')
    await sql`update analysis set court_id = ${own}, confidence_level = ${level} where id = ${id}`.execute(api.db)
  }
  for (const query of [{ SearchQuery: word }, { Columns: { confidence_level: word } }]) {
    const { body } = await staff('analysis/get', { Court: own, Sort: { by: 'confidence_level' }, ...query })
    expect((body['data'] as Body[]).map((row) => row['confidence_level'])).toEqual(levels)
  }
})

test('an analysis is not found by the number of its confidence level', async () => {
  const own = await value(sql`insert into courts (name) values ('ނަންބަރު ކޯޓު') returning id as value`)
  for (const level of [77, 90]) {
    const id = await build('Analyzed')
    await sql`update analysis set court_id = ${own}, title = '7', confidence_level = ${level} where id = ${id}`.execute(
      api.db,
    )
  }
  const count = async (SearchQuery: string) => (await staff('analysis/get', { Court: own, SearchQuery })).body['count']
  expect([await count('90'), await count('77'), await count('7 high')]).toEqual([0, 0, 1])
})

test('the charge status cannot be read, sorted by, searched, or written without its permission', async () => {
  const id = await build('Analyzed')
  const { body } = await staff('analysis/find', { id })
  expect(JSON.stringify(body)).not.toContain('Pending Analysis')
  expect(rowOf(body)).not.toHaveProperty('charge_reason')
  const billing = await api.as(
    await buildUser(api.databaseUrl, { can: [...allPermissions, 'view-charge-status'] }),
    password,
  )
  expect(rowOf((await billing('analysis/find', { id })).body)).toMatchObject({
    charge_status: 'Pending Analysis',
    charge_reason: chargeReason('Pending Analysis', 'en'),
  })
  for (const wrong of [{ Sort: { by: 'charge_status' } }, { Columns: { charge_status: 'Paid' } }])
    expect(await staff('analysis/get', { Court: court, ...wrong })).toMatchObject({ status: 400 })
  expect(await staff('analysis/update', { id, version: 1, charge_status: 'Paid' })).toMatchObject({ status: 400 })
})

test('a scanned page with a stamp in its text layer is work until an engine has read it', async () => {
  const id = await build('Scanned')
  await sql`update analysis set page_count = 1, scanned_page_count = 1 where id = ${id}`.execute(api.db)
  const page = { ...buildPage(1, ['ކޯޓު']), scanned: true }
  const reasonsOf = async (engine: 'text-layer' | 'recognizer') => {
    const lines = page.lines.map((line) => ({ ...line, engine }))
    await storePages((text, values) => api.pool.query(text, values), id, [{ ...page, lines }])
    return rowOf((await staff('analysis/find', { id })).body)['effort_reasons']
  }
  expect(await reasonsOf('text-layer')).toContain('pages that were not read: 1')
  expect(await reasonsOf('recognizer')).not.toContain('pages that were not read')
})

test.each(['Cancelled', 'Finalized'])(
  'an analysis whose last run failed is %s, and not failed, afterwards',
  async (status) => {
    const id = await build(status)
    await sql`update analysis set failed_at = now(), failure_code = 'encrypted' where id = ${id}`.execute(api.db)
    const row = rowOf((await staff('analysis/find', { id })).body)
    expect(row).toMatchObject({ status, run_state: null, failure_code: null })
    expect(row['status_reason']).toMatch(status === 'Cancelled' ? 'cancelled' : 'finalized')
  },
)

test('a warning that compares a found court or judge with the record is gone once the record has another', async () => {
  const id = await build('Analyzed')
  const other = await value(sql`insert into courts (name) values ('އެހެން ކޯޓު') returning id as value`)
  await sql`
    insert into analysis_judges (analysis_id, name, position) values (${id}, 'ނޭނގޭ މީހެއް', 0)`.execute(api.db)
  await sql`
    insert into analysis_warnings (analysis_id, position, description, code, "values")
    values (${id}, 0, 'court', 'other-court', '{"court": "އެހެން ކޯޓު"}'),
           (${id}, 1, 'judge', 'unlisted-judge', '{"name": "ނޭނގޭ މީހެއް"}'),
           (${id}, 2, 'dateless', 'date-before-number', '{"date": "2020-01-01", "year": "2021"}')`.execute(api.db)
  const counts = async () => {
    const found = rowOf((await staff('analysis/find', { id })).body)
    const review = (await staff('analysis/review', { id })).body['data'] as { warnings: unknown[] }
    return [found['warning_count'], (found['analysis_warnings'] as unknown[]).length, review.warnings.length]
  }
  expect(await counts()).toEqual([3, 3, 3])
  await staff('analysis/update', { id, version: 1, court: other })
  expect(await counts()).toEqual([2, 2, 2])
  await sql`insert into judges (name) values ('ނޭނގޭ މީހެއް')`.execute(api.db)
  expect(await counts()).toEqual([1, 1, 1])
  await sql`delete from judges where name = 'ނޭނގޭ މީހެއް'`.execute(api.db)
  const answer = await staff('analysis/update', { id, version: 2, analysis_judges: [] })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(await counts()).toEqual([1, 1, 1])
})
