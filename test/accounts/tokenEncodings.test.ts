import { afterAll, expect, test } from 'vitest'
import { createSeals, type Sealed } from '#server/security/seals.ts'
import { createFileLinks } from '#server/session/fileLinks.ts'
import { openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** One value has one spelling: base64url decoders also accept `=` at the end, other unused bits, and the other alphabet. */
const api = await openApi({ env: { LOGIN_OTP: 'everyone' } })
afterAll(() => api.close())

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Other spellings that decode to the same bytes. */
function respellings(text: string) {
  const last = alphabet.indexOf(text.at(-1) ?? '')
  const unusedBits = { 0: 0, 2: 4, 3: 2 }[text.length % 4] ?? 0
  const otherBits = Array.from({ length: 2 ** unusedBits - 1 }, (_, index) => alphabet.charAt(last ^ (index + 1)))
  const padding = ['=', '==']
  const respelled = [
    ...otherBits.map((character) => text.slice(0, -1) + character),
    ...padding.map((end) => text + end),
    ` ${text}`,
    `${text}\n`,
    text.replaceAll('-', '+').replaceAll('_', '/'),
  ].filter((one) => one !== text)
  for (const one of respelled)
    expect(Buffer.from(one, 'base64url'), `the bytes of ${one}`).toEqual(Buffer.from(text, 'base64url'))
  return respelled
}

const statusOf = async (path: string, body: object) => (await api.call(path, body)).status

async function signIn() {
  const email = await buildUser(api.databaseUrl)
  const { body } = await api.call('auth/login', { email, password })
  const [message] = await api.emails(email)
  return { reference: String(body['Reference']), otp: message?.code ?? '' }
}

test('a session token is accepted only in the spelling that was issued', async () => {
  const { reference, otp } = await signIn()
  const token = String((await api.call('auth/verify', { reference, otp })).body['encodedToken'])
  const parts = token.split('.')
  const respelled = parts.flatMap((part, at) => respellings(part).map((one) => parts.with(at, one).join('.')))
  expect(respelled.length).toBeGreaterThanOrEqual(12)
  for (const one of respelled)
    for (const path of ['auth/me', 'auth/refresh']) {
      const headers = { authorization: `Bearer ${one}` }
      expect((await api.call(path, undefined, { method: 'GET', headers })).status, one).toBe(401)
    }
  expect((await api.call('auth/me', undefined, { method: 'GET', token })).status).toBe(200)
})

test('a file link is accepted only in the spelling that was issued', () => {
  const links = createFileLinks(api.secrets.token_key)
  const token = links
    .signedUrl({ file_id: 1, session_id: crypto.randomUUID(), needs: 'session' })
    .slice('/files/'.length)
  for (const one of respellings(token)) expect(links.verify(one), one).toBeUndefined()
  expect(links.verify(token)).toBeDefined()
})

test('the reference of a one-time code is accepted only in the spelling that was issued', async () => {
  const { reference, otp } = await signIn()
  for (const one of respellings(reference))
    expect(await statusOf('auth/verify', { reference: one, otp }), one).toBeGreaterThanOrEqual(400)
  expect(await statusOf('auth/verify', { reference, otp })).toBe(200)
})

test('the reference of a registration is accepted only in the spelling that was issued', async () => {
  const Email = `new-${crypto.randomUUID()}@hukum.test`
  const { body } = await api.call('guest/initEmail', { Email })
  const EmailReference = String(body['Reference'])
  const [message] = await api.emails(Email)
  const EmailOtp = message?.code ?? ''
  for (const one of respellings(EmailReference))
    expect(await statusOf('guest/completeEmail', { EmailReference: one, EmailOtp }), one).toBeGreaterThanOrEqual(400)
  expect(await statusOf('guest/completeEmail', { EmailReference, EmailOtp })).toBe(200)
})

test('the link of a password reset is accepted only in the spelling that was issued', async () => {
  const Email = await buildUser(api.databaseUrl)
  await api.call('auth/password/resetInit', { Email })
  const [message] = await api.emails(Email)
  const ref = message?.reference ?? ''
  for (const one of respellings(ref))
    expect(await statusOf('auth/password/resetValidate', { ref: one }), one).toBeGreaterThanOrEqual(400)

  const { body } = await api.call('auth/password/resetValidate', { ref })
  const chosen = { Password: 'a wholly other 34', Password_confirmation: 'a wholly other 34' }
  for (const one of respellings(String(body['Ref'])))
    expect(await statusOf('auth/password/resetComplete', { ref: one, ...chosen }), one).toBeGreaterThanOrEqual(400)
  expect(await statusOf('auth/password/resetComplete', { ref: body['Ref'], ...chosen })).toBe(200)
})

test('a seal is opened only in the spelling in which it was written', () => {
  const seals = createSeals(api.secrets.code_key)
  const sealed = seals.seal('123456')
  for (const one of respellings(sealed)) expect(() => seals.open(one as Sealed), one).toThrow()
  expect(seals.open(sealed)).toBe('123456')
})
