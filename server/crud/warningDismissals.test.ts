import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WarningDismissal } from '#shared/calls/warningDismissals.ts'
import { limits } from '#shared/limits.ts'
import { type Api, type Caller, errorsOf } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { allPermissions, openStaffApi, rowOf } from '#test/signedInApi.ts'

let api: Api
let staff: Caller
let other: Caller
let id: number

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
  other = await api.as(await buildUser(api.databaseUrl, { can: allPermissions }), password)
  await sql`insert into courts (name) values ('A')`.execute(api.db)
  await sql`insert into case_types (name) values ('A')`.execute(api.db)
  const fields = { court: 1, case_types: [1], case_numbers: [{ number: '1/Cv-C/2019' }] }
  ;({ id } = rowOf((await staff('caseFiles/create', fields)).body))
})
afterAll(() => api.close())

const Warning = 'paragraph-missing:3'
const dismissals = async (caller: Caller) =>
  (await caller('caseFiles/warningDismissals', { id })).body['data'] as WarningDismissal[]

test('a dismissed warning is shown to other editors with its reason, user and time, until one of them restores it', async () => {
  const before = await sql<{ version: number }>`select version from case_files where id = ${id}`.execute(api.db)
  const { body } = await staff('caseFiles/dismissWarning', { id, Warning, Reason: ' There is none. ' })
  expect(body['data']).toMatchObject([{ warning: Warning, reason: 'There is none.', by: 'Test' }])
  const [shown] = await dismissals(other)
  expect(shown).toMatchObject({ warning: Warning, by: 'Test' })
  expect(Math.abs(Date.now() - Date.parse(shown?.at ?? ''))).toBeLessThan(60_000)

  await other('caseFiles/dismissWarning', { id, Warning, Reason: 'Another reason' })
  expect(await dismissals(staff)).toMatchObject([{ reason: 'There is none.' }])
  expect((await other('caseFiles/restoreWarning', { id, Warning })).body['data']).toEqual([])
  expect(await dismissals(staff)).toEqual([])

  const after = await sql<{ version: number }>`select version from case_files where id = ${id}`.execute(api.db)
  expect(after.rows, 'an open form does not expire').toEqual(before.rows)
})

test('a dismissal is in the audit log, and so is its end', async () => {
  await staff('caseFiles/dismissWarning', { id, Warning: 'footnote-empty:1', Reason: 'a' })
  await staff('caseFiles/restoreWarning', { id, Warning: 'footnote-empty:1' })
  const { rows } = await sql`
    select action, before, after from audit where resource = 'warningDismissals' order by id desc limit 2`.execute(
    api.db,
  )
  const dismissal = { case_file_id: id, warning: 'footnote-empty:1', reason: 'a' }
  expect(rows).toEqual([
    { action: 'delete', before: dismissal, after: null },
    { action: 'create', before: null, after: dismissal },
  ])
})

test('a dismissal without a reason, too long, or of a text that does not exist is refused by its fields', async () => {
  const { warning } = limits
  const long = { Warning: 'a'.repeat(warning.id_letters + 1), Reason: 'a'.repeat(warning.reason_letters + 1) }
  expect(Object.keys(errorsOf((await staff('caseFiles/dismissWarning', { id, ...long })).body))).toEqual([
    'Warning',
    'Reason',
  ])
  expect(errorsOf((await staff('caseFiles/dismissWarning', { id, Warning, Reason: ' ' })).body)).toHaveProperty(
    'Reason',
  )
  const absent = { id: 999_999, Warning, Reason: 'a' }
  expect((await staff('caseFiles/dismissWarning', absent)).body).toMatchObject({ code: 'not-found' })
  expect((await staff('caseFiles/warningDismissals', { id: 999_999 })).body).toMatchObject({ code: 'not-found' })
})

test('a text has a limited number of dismissed warnings', async () => {
  const most = limits.warning.dismissals
  await sql`
    insert into warning_dismissals (case_file_id, warning, reason)
    select ${id}, 'fili-twice:' || number, 'a' from generate_series(1, ${most}::integer) as number`.execute(api.db)
  const { body } = await staff('caseFiles/dismissWarning', { id, Warning, Reason: 'a' })
  expect(errorsOf(body)).toHaveProperty('Warning')
  await sql`delete from warning_dismissals where case_file_id = ${id}`.execute(api.db)
})
