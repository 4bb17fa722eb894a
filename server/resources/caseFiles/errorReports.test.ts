import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorReport } from '#shared/calls/errorReports.ts'
import { limits } from '#shared/limits.ts'
import { type Api, type Caller, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

let api: Api
let reader: Caller
let editor: Caller
let published: string
let hidden: string

beforeAll(async () => {
  api = await openApi()
  await sql`insert into courts (name, code) values ('Court', 'Cv-C')`.execute(api.db)
  const { rows } = await sql<{ reference: string }>`
    insert into case_files (court_id, title, published)
    select id, 'A case', is_published from courts, (values (true), (false)) as one (is_published)
    returning reference`.execute(api.db)
  ;[published, hidden] = rows.map(({ reference }) => reference) as [string, string]
  reader = await api.as(await buildUser(api.databaseUrl), password)
  editor = await api.as(await buildUser(api.databaseUrl, { can: ['read-caseFiles', 'update-caseFiles'] }), password)
})
afterAll(() => api.close())

const report = { Paragraph: 3, Quote: ' a quotation ', Message: ' The year is wrong. ' }
const reports = async () =>
  (await editor('caseFiles/errorReports', { Reference: published })).body['data'] as ErrorReport[]
const unread = async (who: Caller) =>
  (await who('notifications/get', { Unread: true })).body['data'] as { kind: string; data: object }[]

test('a reported error notifies the users who may correct it at its paragraph, and is done for all of them', async () => {
  expect((await reader('g/reportError', { Reference: published, ...report })).status).toBe(200)
  expect(await unread(editor)).toMatchObject([
    { kind: 'error-reported', data: { reference: published, paragraph: 3, name: 'A case', by: 'Test' } },
  ])
  expect(await unread(reader)).toEqual([])
  const [open] = await reports()
  expect(open).toMatchObject({ paragraph: 3, quote: 'a quotation', message: 'The year is wrong.', changed: false })

  expect((await editor('caseFiles/errorReportDone', { id: open?.id })).status).toBe(200)
  expect(await reports()).toEqual([])
  expect(await unread(editor)).toEqual([])
})

test('the number of all open reports is returned with as many of them as are shown', async () => {
  const count = limits.reader.shown_reports + 3
  await sql`
    insert into error_reports (case_file_id, user_id, paragraph, case_version, quote, message)
    select case_files.id, users.id, 1, 1, '', 'The year is wrong.'
      from case_files, (select min(id) as id from users) as users, generate_series(1, ${count})
     where reference = ${published}`.execute(api.db)
  const { body } = await editor('caseFiles/errorReports', { Reference: published })
  expect(body).toMatchObject({ total: count })
  expect(body['data']).toHaveLength(limits.reader.shown_reports)
  await sql`update error_reports set done_at = now()`.execute(api.db)
  expect((await editor('caseFiles/errorReports', { Reference: published })).body).toMatchObject({ data: [], total: 0 })
})

test('a report that is done already stays as it is, without another entry of the audit log', async () => {
  await reader('g/reportError', { Reference: published, ...report })
  const [open] = await reports()
  for (const _ of ['first', 'second'])
    expect(await editor('caseFiles/errorReportDone', { id: open?.id })).toMatchObject({ status: 200 })
  const { rows } = await sql`
    select from audit where resource = 'errorReports' and action = 'done' and row_id = ${open?.id}`.execute(api.db)
  expect(rows).toHaveLength(1)
  expect(await editor('caseFiles/errorReportDone', { id: 999_999 })).toMatchObject({ status: 404 })
})

test('an error in a case that the user may not read cannot be reported', async () => {
  const { body } = await reader('g/reportError', { Reference: hidden, ...report })
  expect(body).toMatchObject({ code: 'case-not-found' })
})

test('a report without words, or with too many, is refused by its fields', async () => {
  const long = { Quote: 'a'.repeat(limits.reader.copy_letters + 1), Message: ' ' }
  const { status, body } = await reader('g/reportError', { Reference: published, Paragraph: 0, ...long })
  expect(status).toBe(400)
  expect(Object.keys(errorsOf(body)).sort()).toEqual(['Message', 'Paragraph', 'Quote'])
})

test('a user reports a limited number of errors in an hour', async () => {
  const limited = await openApi({ limitsScale: 1 })
  const caller = await limited.as(await buildUser(limited.databaseUrl), password)
  const answers = []
  for (let count = 0; count <= limits.reader.reports_per_hour; count += 1)
    answers.push((await caller('g/reportError', { Reference: published, ...report })).status)
  await limited.close()
  expect(answers.at(-2)).toBe(404)
  expect(answers.at(-1)).toBe(429)
})
