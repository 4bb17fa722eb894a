import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'
import { runScript } from '#test/restore/scripts.ts'

/** `npm run login-code`, while no e-mail leaves. */

let api: Api

beforeAll(async () => {
  api = await openApi({ env: { LOGIN_OTP: 'everyone' } })
  writeFileSync(join(api.folder, 'secrets.json'), JSON.stringify(api.secrets))
})
afterAll(() => api.close())

const readCode = (...parameters: string[]) =>
  runScript('loginCode.ts', parameters, { DATABASE_URL: api.databaseUrl, DATA_DIR: api.folder })

test('an operator reads the code of a user who has entered the password, and the audit log has it', async () => {
  const email = await buildUser(api.databaseUrl)
  const none = await readCode(email)
  expect(none).toEqual({ code: 1, output: expect.stringContaining(`No code for ${email} waits`) })

  const { body } = await api.call('auth/login', { email, password })
  const { code, output } = await readCode(email.toUpperCase())
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^\d{6}$/) })
  expect(await api.call('auth/verify', { reference: body['Reference'], otp: output })).toMatchObject({ status: 200 })

  const { rows } = await sql`
    select audit.action
      from audit
      join users on users.id = row_id
     where email = ${email} and action = 'code-read' and session_id is null`.execute(api.db)
  expect(rows).toHaveLength(1)
})

test('the code of an e-mail that was sent or is too old cannot be read', async () => {
  const [sent, old] = [await buildUser(api.databaseUrl), await buildUser(api.databaseUrl)]
  for (const email of [sent, old]) await api.call('auth/login', { email, password })
  await api.emails(sent)
  await sql`update emails set created_at = now() - interval '1 hour' where recipient = ${old}`.execute(api.db)
  for (const email of [sent, old]) expect(await readCode(email)).toMatchObject({ code: 1 })
})
