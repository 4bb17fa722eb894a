import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { runs } from '#test/nightly.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const newPassword = 'masdhoni vela 81'
const input = (CurrentPassword: string, Password = newPassword, Password_confirmation = Password) => ({
  CurrentPassword,
  Password,
  Password_confirmation,
})
const signIn = (email: string, typed: string) => api.call('auth/login', { email, password: typed })

test('a password change ends the other sessions, keeps the current one, and sends an e-mail', async () => {
  const email = await buildUser(api.databaseUrl)
  const [here, there] = [await api.as(email, password), await api.as(email, password)]
  expect(await here('auth/password/change', input(password))).toMatchObject({ status: 200 })
  expect(await here('auth/me', undefined, { method: 'GET' })).toMatchObject({ status: 200 })
  expect(await there('auth/me', undefined, { method: 'GET' })).toMatchObject({ status: 401 })
  expect((await signIn(email, password)).status).toBe(401)
  expect((await signIn(email, newPassword)).status).toBe(200)
  expect((await api.emails(email)).at(-1)).toMatchObject({ kind: 'password-changed', language: 'en' })
})

test('a password change invalidates earlier reset links', async () => {
  const email = await buildUser(api.databaseUrl)
  await api.call('auth/password/resetInit', { Email: email })
  const link = (await api.emails(email)).at(-1)?.reference
  await (
    await api.as(email, password)
  )('auth/password/change', input(password))
  expect(await api.call('auth/password/resetValidate', { ref: link })).toMatchObject({ status: 422 })
})

test('a password change with a wrong current password is rejected', async () => {
  const call = await api.as(await buildUser(api.databaseUrl), password)
  expect(await call('auth/password/change', input('another horse 12'))).toMatchObject({
    status: 422,
    body: { code: 'wrong-password', payload: { errors: { CurrentPassword: ['The current password is incorrect.'] } } },
  })
})

test('wrong current passwords are counted across sessions, and a right one resets the count', async () => {
  const strict = await openApi({ limitsScale: 1 })
  const email = await buildUser(strict.databaseUrl)
  const first = await strict.as(email, password)
  for (let attempt = 0; attempt < 4; attempt += 1) await first('auth/password/change', input('another horse 12'))
  expect(await first('auth/password/change', input(password))).toMatchObject({ status: 200 })

  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await first('auth/password/change', input('another horse 12'))).toMatchObject({ status: 422 })
  const again = await strict.as(email, newPassword)
  expect(await again('auth/password/change', input(newPassword, 'kurumba vaki 82'))).toMatchObject({ status: 429 })
  await strict.close()
})

test.each([
  [input(password, 'kurumba'), { Password: ['The password must have at least 12 characters.'] }],
  [input(password, newPassword, `${newPassword}.`), { Password_confirmation: ['Passwords do not match.'] }],
  [input(password, password), { Password: ['The new password must be another than the current one.'] }],
  [input(password, 'qwertyuiop123'), { Password: ['Many people use this password. Choose another one.'] }],
])('a password change to an invalid password is rejected (%#)', async (typed, errors) => {
  const call = await api.as(await buildUser(api.databaseUrl), password)
  expect(await call('auth/password/change', typed)).toMatchObject({ status: 400, body: { payload: { errors } } })
})

test('of ten concurrent password changes one succeeds', async () => {
  const call = await api.as(await buildUser(api.databaseUrl), password)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, number) => call('auth/password/change', input(password, `masdhoni vela ${number}`))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test.each(
  ['ހުވަދޫ މަސްދޯނި ', ' އަތޮޅު ރަށެއް 1', 'Cafe\u0301 vela 81', 'Caf\u00e9 vela 812', '🌴👩‍⚖️🌊 masdhoni'].slice(0, runs(2, 5)),
)('a password is compared exactly as typed, with spaces and marks: %j', async (typed) => {
  const email = await buildUser(api.databaseUrl)
  await (
    await api.as(email, password)
  )('auth/password/change', input(password, typed))
  expect((await signIn(email, typed)).status).toBe(200)
  const near = [typed.trim(), `${typed} `, typed.normalize('NFC'), typed.normalize('NFD'), typed.toUpperCase()]
  for (const other of near.filter((one) => one !== typed)) expect((await signIn(email, other)).status).toBe(401)
})
