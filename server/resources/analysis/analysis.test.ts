import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '../../../test/api.ts'
import { buildUser, password } from '../../../test/factories.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { analysisStatuses } from '#shared/resources/analysis.ts'
import { resources } from '#shared/resources/index.ts'

let api: Api
let staff: Awaited<ReturnType<Api['as']>>
let court: number
const can = resources.flatMap((resource) => permissionsOf(resource))

type Body = Record<string, unknown>
const rowOf = (body: Body) => body['data'] as Body & { id: number; version: number }
const errorsOf = (body: Body) => (body['payload'] as { errors: Record<string, string[]> }).errors

beforeAll(async () => {
  api = await openApi()
  staff = await api.as(await buildUser(api.databaseUrl, { can }), password)
  court = await value(sql`insert into courts (name) values ('ސިވިލް ކޯޓު') returning id as value`)
  await sql`insert into judges (name) values ('ޢަލީ ޙަސަން')`.execute(api.db)
})
afterAll(() => api.close())

async function value(query: ReturnType<typeof sql>) {
  const { rows } = await query.execute(api.db)
  return (rows as { value: number }[])[0]?.value ?? 0
}

const text = { content: [{ insert: 'ޙުކުމުގެ ލިޔުން\n' }], footnotes: [], annotations: [] }

/** An analysis in a status, as the database may hold it. */
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

/** What the specification allows in which status. */
const allowed: Record<string, readonly string[]> = {
  'analysis/cancel': ['Pending', 'Analyzed', 'Scanned'],
  'analysis/markAsNonChargeable': ['Analyzed', 'Finalized'],
  'analysis/update': ['Pending', 'Analyzed', 'Scanned', 'Cancelled'],
  'analysis/runAnalysis': ['Pending', 'Analyzed', 'Scanned'],
}

describe.each(Object.keys(allowed))('%s', (path) => {
  test.each(analysisStatuses)('in status %s is done or refused by the table', async (status) => {
    const id = await build(status)
    const answer = await staff(path, { id, version: 1, ...(path.endsWith('update') && { title: 'ސުރުޚީ' }) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(allowed[path]?.includes(status) ? 200 : 422)
  })
})

test('cancelling charges nothing, and nothing is cancelled twice, also at once', async () => {
  const id = await build('Pending')
  const answers = await Promise.all([1, 2, 3].map(() => staff('analysis/cancel', { id, version: 1 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(rowOf((await staff('analysis/find', { id })).body)).toMatchObject({ status: 'Cancelled', version: 2 })
  expect(await staff('analysis/cancel', { id, version: 2 })).toMatchObject({ status: 422 })
})

test('a step is taken by the id alone, as the specification names it', async () => {
  for (const [call, status] of [
    ['runAnalysis', 'Pending'],
    ['cancel', 'Pending'],
    ['markAsNonChargeable', 'Analyzed'],
  ] as const)
    // prettier-ignore
    expect(await staff(`analysis/${call}`, { id: await build(status) }), call).toMatchObject({ status: 200 })
})

describe('running', () => {
  const found = async (id: number) => rowOf((await staff('analysis/find', { id })).body)
  /** Asked for by who sees the analysis as it is. */
  const run = async (id: number) => staff('analysis/runAnalysis', { id, version: (await found(id)).version })

  test('leaves the analysis in its status, waiting, with who asked for it, and says so', async () => {
    const id = await build('Pending')
    await sql`update analysis set failed_at = now() where id = ${id}`.execute(api.db)
    const before = await found(id)
    const { body } = await run(id)
    expect(body).toMatchObject({ Status: 'success', Message: 'The analysis waits to be run.' })
    const after = await found(id)
    expect(after).toMatchObject({
      status: 'Pending',
      is_waiting: true,
      analyzed_by: { name: expect.any(String) as string },
    })
    expect(after.version).toBe(before.version + 1)
    expect(await value(sql`select count(*) as value from analysis where id = ${id} and failed_at is null`)).toBe(1)
    const { body: list } = await staff('analysis/get', { Court: court, Status: 'Pending' })
    expect((list['data'] as Body[]).find((row) => row['id'] === id)).toMatchObject({ is_waiting: true })
  })

  test('is written down as what it was, also when the same person asks again', async () => {
    const id = await build('Pending')
    await run(id)
    await sql`update analysis set status = 'Analyzed' where id = ${id}`.execute(api.db)
    await run(id)
    const { body } = await staff('analysis/history', { id })
    expect((body['data'] as { action: string }[]).map(({ action }) => action)).toEqual(['reanalyze', 'analyze'])
  })

  test('is asked for once, also at once', async () => {
    const id = await build('Analyzed')
    const answers = await Promise.all([1, 2, 3].map(() => staff('analysis/runAnalysis', { id, version: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await run(id)).toMatchObject({ status: 422 })
  })

  test.each([
    ['is done', (id: number) => sql`update analysis set status = 'Analyzed' where id = ${id}`.execute(api.db)],
    ['failed', (id: number) => sql`update analysis set failed_at = now() where id = ${id}`.execute(api.db)],
    ['is cancelled', async (id: number) => staff('analysis/cancel', { id, version: (await found(id)).version })],
  ])('is waited for no more once it %s', async (_how, end) => {
    const id = await build('Pending')
    await run(id)
    await end(id)
    expect(await found(id)).toMatchObject({ is_waiting: false })
  })

  test.each([
    ['analyze-analysis', 'Pending', 200],
    ['analyze-analysis', 'Analyzed', 403],
    ['reanalyze-analysis', 'Pending', 403],
    ['reanalyze-analysis', 'Scanned', 200],
  ])('with %s, one that is %s answers %i', async (key, status, expected) => {
    const person = await api.as(await buildUser(api.databaseUrl, { can: [key] }), password)
    expect(await person('analysis/runAnalysis', { id: await build(status), version: 1 })).toMatchObject({
      status: expected,
    })
  })
})

test.each(['analysis/cancel', 'analysis/markAsNonChargeable', 'analysis/runAnalysis'])(
  '%s is not done to what another has changed since it was seen',
  async (path) => {
    const id = await build('Analyzed')
    await staff('analysis/update', { id, version: 1, title: 'އެހެން ސުރުޚީ' })
    const late = await staff(path, { id, version: 1 })
    expect(late).toMatchObject({ status: 409, body: { payload: { changes: [{ version: 2 }] } } })
    expect(rowOf((await staff('analysis/find', { id })).body)).toMatchObject({ status: 'Analyzed', version: 2 })
  },
)

describe('finalizing', () => {
  test('names everything that is still missing, and does nothing', async () => {
    const id = await build('Analyzed')
    const { status, body } = await staff('analysis/update', {
      id,
      version: 1,
      title: '',
      analysis_judges: [{ name: 'ނޭނގޭ މީހެއް' }],
      is_finalized: true,
    })
    expect(status).toBe(400)
    expect(Object.keys(errorsOf(body)).sort()).toEqual([
      'analysis_case_numbers',
      'analysis_judges',
      'case_content',
      'title',
    ])
    expect(rowOf((await staff('analysis/find', { id })).body)).toMatchObject({
      status: 'Analyzed',
      analysis_judges: [],
    })
  })

  test('makes an unpublished case file with the numbers, judges, text and PDF', async () => {
    const id = await build('Analyzed')
    const { status, body } = await staff('analysis/update', {
      id,
      version: 1,
      title: 'ސުރުޚީ',
      analysis_case_numbers: [{ number: '77/Cv-C/2022' }],
      analysis_judges: [{ name: 'ޢަލީ ހަސަން' }],
      case_content: text,
      is_finalized: true,
    })
    expect([status, body['closeModal']], JSON.stringify(body)).toEqual([200, true])
    const { body: list } = await staff('caseFiles/get', { Court: court, SearchQuery: '77/Cv-C/2022' })
    const [row] = list['data'] as { id: number }[]
    expect(rowOf((await staff('caseFiles/find', { id: row?.id })).body)).toMatchObject({
      title: 'ސުރުޚީ',
      published: false,
      judges: [{ name: 'ޢަލީ ޙަސަން' }],
      pdf_file: { name: 'a.pdf' },
      case_content: text,
    })
    expect(rowOf((await staff('analysis/find', { id })).body)).toMatchObject({
      status: 'Finalized',
      is_finalized: true,
    })
  })

  test('with the number of another case is refused at that number', async () => {
    const id = await build('Analyzed')
    const { status, body } = await staff('analysis/update', {
      id,
      version: 1,
      title: 'ސުރުޚީ',
      analysis_case_numbers: [{ number: '78/Cv-C/2022' }, { number: '2022/CvC/77' }],
      case_content: text,
      is_finalized: true,
    })
    expect([status, Object.keys(errorsOf(body))]).toEqual([400, ['analysis_case_numbers.1.number']])
  })
})

test('rows of one field may come as their values alone, and one that is kept says which it is', async () => {
  const id = await build('Analyzed')
  const { body } = await staff('analysis/update', { id, version: 1, analysis_judges: ['ޢަލީ', { name: 'އާމިނަތު' }] })
  expect(body).toMatchObject({ Status: 'success' })
  const made = rowOf((await staff('analysis/find', { id })).body)
  const [, second] = made['analysis_judges'] as { id: number; name: string }[]
  await staff('analysis/update', { id, version: made.version, analysis_judges: [second, 'ޙަސަން'] })
  const kept = rowOf((await staff('analysis/find', { id })).body)['analysis_judges']
  expect(kept).toMatchObject([{ id: second?.id, name: 'އާމިނަތު' }, { name: 'ޙަސަން' }])
  const { body: refused } = await staff('analysis/update', { id, version: 1, analysis_judges: [1, ''] })
  expect(Object.keys(errorsOf(refused)).sort()).toEqual(['analysis_judges.0.name', 'analysis_judges.1.name'])
})

test('rows of one field are sent as their values, and a row that is there already stays the same row', async () => {
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
  const { status, body } = await staff('analysis/update', { id, version: version + 2, analysis_case_numbers: ['4/A/2020', ''] }) // prettier-ignore
  expect([status, Object.keys(errorsOf(body))]).toEqual([400, ['analysis_case_numbers.1.number']])
})

test('pages that an analysis cannot have are refused at their field', async () => {
  const id = await build('Analyzed')
  const refused = async (path: string, fields: object) =>
    errorsOf((await staff(path, { id, version: 1, ...fields })).body)
  const most = ['At most 3.']
  expect(await refused('analysis/update', { page_count: 3, scanned_page_count: 5, content_start_page: 4 })).toEqual({
    scanned_page_count: most,
    content_start_page: most,
  })
  await sql`update analysis set page_count = 3, analyzable_page_count = 2 where id = ${id}`.execute(api.db)
  expect(await refused('analysis/partialUpdate', { version: 2, content_start_page: 4 })).toEqual({
    content_start_page: most,
  })
  expect(await refused('analysis/update', { version: 2, page_count: 1 })).toEqual({ page_count: ['At least 2.'] })
})

test.each([
  ['High', [85, 100]],
  ['މަތި', [85, 100]],
  ['medium', [60, 84]],
  ['ދަށް', [0, 59]],
])('an analysis is found by how sure its list calls it: %s', async (word, levels) => {
  const own = await value(sql`insert into courts (name) values (${`ކޯޓު ${word}`}) returning id as value`)
  for (const level of [0, 59, 60, 84, 85, 100, null]) {
    const id = await build('Analyzed')
    await sql`update analysis set court_id = ${own}, confidence_level = ${level} where id = ${id}`.execute(api.db)
  }
  for (const asked of [{ SearchQuery: word }, { Columns: { confidence_level: word } }]) {
    const { body } = await staff('analysis/get', { Court: own, Sort: { by: 'confidence_level' }, ...asked })
    expect((body['data'] as Body[]).map((row) => row['confidence_level'])).toEqual(levels)
  }
})

test('an analysis is not found by the number behind what its list calls it', async () => {
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

test('the charge status is nowhere to be had without its permission', async () => {
  const id = await build('Analyzed')
  expect(JSON.stringify((await staff('analysis/find', { id })).body)).not.toContain('Pending Analysis')
  const billing = await api.as(await buildUser(api.databaseUrl, { can: [...can, 'view-charge-status'] }), password)
  expect(rowOf((await billing('analysis/find', { id })).body)).toMatchObject({ charge_status: 'Pending Analysis' })
  for (const wrong of [{ Sort: { by: 'charge_status' } }, { Columns: { charge_status: 'Paid' } }])
    expect(await staff('analysis/get', { Court: court, ...wrong })).toMatchObject({ status: 400 })
  expect(await staff('analysis/update', { id, version: 1, charge_status: 'Paid' })).toMatchObject({ status: 400 })
})
