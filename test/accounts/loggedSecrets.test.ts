import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf } from '#test/files.ts'
import { recordLog } from '#test/log.ts'
import type { ReceivedEmail } from '#test/readEmail.ts'
import { withoutTable } from '#test/withoutTable.ts'

/** The flows of the accounts with secrets that are known, and every line that the server and its jobs log meanwhile. */
let api: Api
const { log, lines } = recordLog('debug')
const secrets = new Map<string, string>()

beforeAll(async () => {
  api = await openApi({ log, env: { LOGIN_OTP: 'everyone', LOG_FORMAT: 'json' } })
})
afterAll(() => api.close())

/** Notes a secret of a flow and returns it. */
function secret(name: string, value: unknown) {
  const text = typeof value === 'string' ? value : ''
  expect(text.length, `the flow has no ${name}`).toBeGreaterThan(5)
  secrets.set(`${secrets.size} ${name}`, text)
  return text
}

async function newestEmail(to: string): Promise<ReceivedEmail> {
  const email = (await api.emails(to)).at(-1)
  if (!email) throw new Error(`there is no e-mail to ${to}`)
  return email
}

async function signIn(email: string, typed: string) {
  const begun = await api.call('auth/login', { email, password: secret('password', typed) })
  const reference = secret('reference of a code', begun.body['Reference'])
  const otp = secret('one-time code', (await newestEmail(email)).code)
  await api.call('auth/verify', { reference, otp: `${otp}0`.slice(1) })
  const { body } = await api.call('auth/verify', { reference, otp })
  return secret('token', body['encodedToken'])
}

async function resetPassword(email: string) {
  await api.call('auth/password/resetInit', { Email: email })
  const ref = secret('reference of a link', (await newestEmail(email)).reference)
  await api.call('auth/password/resetValidate', { ref: `x${ref}` })
  const next = secret('second reference', (await api.call('auth/password/resetValidate', { ref })).body['Ref'])
  const Password = secret('new password', 'masdhoni vela 81')
  await api.call('auth/password/resetComplete', { ref: next, Password, Password_confirmation: Password })
  return Password
}

/** Uploads a file and returns its signed link, the file opened once. */
async function openFile(token: string) {
  const headers = {
    'content-type': 'application/octet-stream',
    'x-file-for': 'caseFiles.pdf_file',
    'x-file-name': 'a.pdf',
  }
  const { body } = await api.call('files/upload', undefined, { token, raw: pdf(), headers })
  const link = (body['data'] as { link: string }).link
  secret('signature of a file', link.slice('/files/'.length))
  return link
}

test('no password, code, reference, token or signature of a flow appears in a line of the log', async () => {
  const email = await buildUser(api.databaseUrl, { can: ['create-caseFiles'] })
  await api.call('auth/login', { email, password: secret('wrong password', 'not this one 12') })
  await signIn(email, password)
  const token = await signIn(email, await resetPassword(email))
  const link = await openFile(token)
  await api.app.inject({ url: `${link}?token=${token}` })
  await api.call(`auth/me?token=${token}`, undefined, { token, method: 'GET' })
  await api.call('auth/password/change', { CurrentPassword: secret('typed password', 'typed wrongly 77') }, { token })
  await api.app.inject({
    method: 'POST',
    url: `/api/no/such?ref=${token}`,
    headers: { authorization: `Bearer ${token}` },
  })

  // An unexpected error logs what it has: here the error of a query with the secrets as parameters.
  await withoutTable(api.db, 'sessions', async () => {
    await api.call('auth/refresh', undefined, { token, method: 'GET' })
    await api.call('auth/login', { email, password })
    await api.app.inject({ url: link })
  })

  const output = lines.join('')
  for (const status of [200, 401, 404, 422, 500]) expect(output).toContain(`"status":${status}`)
  expect(output).toContain('unexpected error')
  expect(output).toContain('an e-mail was written to a file')
  expect(secrets.size).toBeGreaterThan(12)
  for (const [name, value] of secrets) expect(output.includes(value), `the log contains a ${name}`).toBe(false)
})
