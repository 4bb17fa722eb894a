import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, type Caller, errorsOf } from '#test/api.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'
import { buildUser, password } from '#test/factories.ts'
import { analysisStatuses, chargeStatuses } from '#shared/resources/analysisStatuses.ts'

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

const textOf = async (query: ReturnType<typeof sql>) => String(await value(query))

const text = { content: [{ insert: 'ޙުކުމުގެ ލިޔުން\n' }], footnotes: [], annotations: [] }

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

/** Action → the statuses in which the specification allows it. */
const allowed: Record<string, readonly string[]> = {
  'analysis/cancel': ['Pending', 'Analyzed', 'Scanned'],
  'analysis/markAsNonChargeable': ['Analyzed', 'Finalized'],
  'analysis/update': ['Pending', 'Analyzed', 'Scanned', 'Cancelled'],
  'analysis/set': ['Pending', 'Analyzed', 'Scanned'],
  'analysis/runAnalysis': ['Pending', 'Analyzed'],
  'analysis/readByOcr': ['Scanned'],
  'analysis/delete': ['Pending', 'Analyzed', 'Scanned', 'Cancelled'],
}

const inputs: Record<string, object> = { 'analysis/update': { title: 'ސުރުޚީ' }, 'analysis/set': { Delta: text } }

describe.each(Object.keys(allowed))('%s', (path) => {
  test.each(analysisStatuses)(
    'an action on an analysis in status %s is allowed or rejected by the transition table',
    async (status) => {
      const id = await build(status)
      const answer = await staff(path, { id, version: 1, ...inputs[path] })
      expect(answer.status, JSON.stringify(answer.body)).toBe(allowed[path]?.includes(status) ? 200 : 422)
    },
  )
})

test.each(['analysis/update', 'analysis/partialUpdate'])(
  '%s changes the fields of a cancelled analysis, and rejects its text',
  async (path) => {
    const id = await build('Cancelled')
    const answer = await staff(path, { id, version: 1, title: 'ސުރުޚީ', case_content: text })
    expect(answer).toMatchObject({ status: 422, body: { code: 'wrong-status' } })
    expect(Object.keys(errorsOf(answer.body))).toEqual(['case_content'])
    expect(rowOf((await staff('analysis/find', { id })).body)).toMatchObject({ title: '', case_content: null })
    expect((await staff(path, { id, version: 1, title: 'ސުރުޚީ' })).status).toBe(200)
  },
)

test('an analysis is cancelled once, also by concurrent requests', async () => {
  const id = await build('Pending')
  const answers = await Promise.all([1, 2, 3].map(() => staff('analysis/cancel', { id, version: 1 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(rowOf((await staff('analysis/find', { id })).body)).toMatchObject({ status: 'Cancelled', version: 2 })
  expect(await staff('analysis/cancel', { id, version: 2 })).toMatchObject({ status: 422 })
})

test.each(chargeStatuses)(
  'cancelling or marking an analysis with the charge status %s changes it only while the charge is pending',
  async (charge) => {
    const isPending = ['Pending Analysis', 'Pending Payment'].includes(charge)
    const after = isPending ? 'Non-Chargeable (Manual Cancellation)' : charge
    const buildWith = async () => {
      const id = await build('Analyzed')
      await sql`update analysis set charge_status = ${charge} where id = ${id}`.execute(api.db)
      return id
    }
    const chargeOf = (id: number) => textOf(sql`select charge_status as value from analysis where id = ${id}`)

    const marked = await buildWith()
    const answer = await staff('analysis/markAsNonChargeable', { id: marked })
    expect([answer.status, answer.body['code']]).toEqual(isPending ? [200, undefined] : [422, 'charge-not-pending'])
    expect(await chargeOf(marked)).toBe(after)

    const cancelled = await buildWith()
    expect((await staff('analysis/cancel', { id: cancelled })).status).toBe(200)
    expect(await chargeOf(cancelled)).toBe(after)
  },
)

test('an action on an analysis needs the id alone', async () => {
  for (const [call, status] of [
    ['runAnalysis', 'Pending'],
    ['cancel', 'Pending'],
    ['markAsNonChargeable', 'Analyzed'],
  ] as const)
    expect(await staff(`analysis/${call}`, { id: await build(status) }), call).toMatchObject({ status: 200 })
})

describe('running an analysis', () => {
  const found = async (id: number) => rowOf((await staff('analysis/find', { id })).body)
  /** Runs the current version. */
  const run = async (id: number) => staff('analysis/runAnalysis', { id, version: (await found(id)).version })

  test('an analysis that is run keeps its status and waits, with the requesting user and a message', async () => {
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

  test('running an analysis is recorded as analyze the first time and as reanalyze after that', async () => {
    const id = await build('Pending')
    await run(id)
    await sql`update analysis_runs set state = 'done', finished_at = now() where analysis_id = ${id}`.execute(api.db)
    await sql`update analysis set status = 'Analyzed' where id = ${id}`.execute(api.db)
    await run(id)
    const { body } = await staff('analysis/history', { id })
    expect((body['data'] as { action: string }[]).map(({ action }) => action)).toEqual(['reanalyze', 'analyze'])
  })

  test('an analysis is run once by concurrent requests', async () => {
    const id = await build('Analyzed')
    const answers = await Promise.all([1, 2, 3].map(() => staff('analysis/runAnalysis', { id, version: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await run(id)).toMatchObject({ status: 422 })
  })

  test.each([
    ['is done', (id: number) => sql`update analysis set status = 'Analyzed' where id = ${id}`.execute(api.db)],
    ['failed', (id: number) => sql`update analysis set failed_at = now() where id = ${id}`.execute(api.db)],
    ['is cancelled', async (id: number) => staff('analysis/cancel', { id, version: (await found(id)).version })],
  ])('an analysis no longer waits when it %s', async (_how, end) => {
    const id = await build('Pending')
    await run(id)
    await end(id)
    expect(await found(id)).toMatchObject({ is_waiting: false })
  })

  test.each([
    ['analyze-analysis', 'Pending', 200],
    ['analyze-analysis', 'Analyzed', 403],
    ['reanalyze-analysis', 'Pending', 403],
    ['reanalyze-analysis', 'Analyzed', 200],
    ['reanalyze-analysis', 'Scanned', 422],
  ])('running with the permission %s an analysis that is %s returns %i', async (key, status, expected) => {
    const person = await api.as(await buildUser(api.databaseUrl, { can: [key] }), password)
    expect(await person('analysis/runAnalysis', { id: await build(status), version: 1 })).toMatchObject({
      status: expected,
    })
  })
})

test.each(['analysis/cancel', 'analysis/markAsNonChargeable', 'analysis/runAnalysis'])(
  '%s of an older version is rejected with the changes since',
  async (path) => {
    const id = await build('Analyzed')
    await staff('analysis/update', { id, version: 1, title: 'އެހެން ސުރުޚީ' })
    const late = await staff(path, { id, version: 1 })
    expect(late).toMatchObject({ status: 409, body: { payload: { changes: [{ version: 2 }] } } })
    expect(rowOf((await staff('analysis/find', { id })).body)).toMatchObject({ status: 'Analyzed', version: 2 })
  },
)

describe('finalizing an analysis', () => {
  test('finalizing an incomplete analysis is rejected with every missing field', async () => {
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

  test('finalizing an analysis creates an unpublished case file with its numbers, judges, text, dismissed warnings, and PDF', async () => {
    const id = await build('Analyzed')
    const dismissal = { id, Warning: 'paragraph-missing:2', Reason: 'a' }
    expect((await staff('analysis/dismissWarning', dismissal)).status).toBe(200)
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
    const { body: warnings } = await staff('caseFiles/warningDismissals', { id: row?.id })
    expect(warnings['data']).toMatchObject([{ warning: 'paragraph-missing:2', reason: 'a' }])
    expect((await staff('analysis/dismissWarning', dismissal)).body).toMatchObject({ code: 'wrong-status' })
  })

  test('the history of a case that was made by finalizing has the fields of one that was created', async () => {
    const id = await build('Analyzed')
    const finalize = { title: 'ސުރުޚީ', analysis_case_numbers: [{ number: '178/Cv-C/2022' }], case_content: text }
    await staff('analysis/update', { id, version: 1, ...finalize, is_finalized: true })
    const type = await value(sql`insert into case_types (name) values ('A') returning id as value`)
    const created = await staff('caseFiles/create', {
      court,
      case_types: [type],
      case_numbers: [{ number: '179/Cv-C/2022' }],
      case_content: text,
    })
    const fieldsOf = async (title: string) =>
      textOf(sql`
        select array(select jsonb_object_keys(after) order by 1)::text as value
          from audit
         where action = 'create' and resource = 'caseFiles' and after ->> 'case_numbers' like ${`%${title}%`}`)
    expect(created.status, JSON.stringify(created.body)).toBe(200)
    expect(await fieldsOf('178/Cv-C/2022')).toBe(await fieldsOf('179/Cv-C/2022'))
  })

  test('finalizing an analysis with the number of another case is rejected at that number', async () => {
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
