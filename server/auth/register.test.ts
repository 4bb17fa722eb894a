import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { runs } from '#test/nightly.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

let count = 0
const newEmail = () => `new-${(count += 1)}@hukum.test`
const goodPassword = 'masdhoni vela 81'

async function begin(Email = newEmail()) {
  const { status, body } = await api.call('guest/initEmail', { Email })
  const email = (await api.emails(Email.toLowerCase())).at(-1)
  return { Email, status, EmailReference: String(body['Reference']), EmailOtp: email?.code ?? '', email }
}

type Begun = { Email: string; EmailReference: string; EmailOtp: string }
const confirm = ({ EmailReference, EmailOtp }: Begun) => api.call('guest/completeEmail', { EmailReference, EmailOtp })
const register = ({ Email, EmailReference, EmailOtp }: Begun, more: object = {}) =>
  api.call('guest/register', {
    Email,
    EmailReference,
    EmailOtp,
    Fullname: 'Aishath Reema',
    Password: goodPassword,
    Password_confirmation: goodPassword,
    Terms: true,
    ...more,
  })
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('registration with a confirmed e-mail address creates an account and begins a session', async () => {
  const begun = await begin()
  expect(begun.EmailReference).toMatch(/^[\w-]{43}$/)
  expect(await confirm(begun)).toMatchObject({ status: 200, body: { Status: 'success' } })

  const { status, body } = await register(begun)
  expect(status).toBe(200)
  expect(body).toMatchObject({ user: { name: 'Aishath Reema', email: begun.Email, subscription: null }, scp: [] })
  const token = String(body['encodedToken'])
  expect(await api.call('auth/me', undefined, { token, method: 'GET' })).toMatchObject({ status: 200 })
  expect(await api.call('auth/login', { email: begun.Email, password: goodPassword })).toMatchObject({ status: 200 })
})

test('a registered user has the role Subscriber and the time when the terms were accepted', async () => {
  const begun = await begin()
  await confirm(begun)
  await register(begun)
  const { rows } = await sql<{ roles: string[]; agreed: boolean }>`
    select array_agg(roles.name) as roles, bool_and(terms_accepted_at > now() - interval '1 minute') as agreed
      from users
      join user_roles on user_roles.user_id = users.id
      join roles on roles.id = user_roles.role_id
     where users.email = ${begun.Email}`.execute(api.db)
  expect(rows).toEqual([{ roles: ['Subscriber'], agreed: true }])
})

test('a registration writes a live event for the list of users', async () => {
  const begun = await begin()
  await confirm(begun)
  await register(begun)
  const { rows } = await sql`
    select event
      from live_events
     where resource = 'users'
       and row_id = (select id from users where email = ${begun.Email})`.execute(api.db)
  expect(rows).toEqual([{ event: 'Created' }])
})

test('a registration sends two e-mails: the code and a welcome', async () => {
  const begun = await begin()
  await confirm(begun)
  await register(begun)
  const emails = await api.emails(begun.Email)
  expect(emails.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['code', 'Your code to register'],
    ['new-account', 'Welcome to Hukum'],
  ])
})

test('registration compares e-mail addresses without case', async () => {
  const begun = await begin('Mixed.Case@Hukum.test')
  await confirm(begun)
  expect(await register({ ...begun, Email: 'mixed.case@hukum.TEST' })).toMatchObject({
    body: { user: { email: 'mixed.case@hukum.test' } },
  })
})

test('registration of an address with an account returns the same response and sends an e-mail without a code', async () => {
  const Email = await buildUser(api.databaseUrl)
  const known = await begin(Email)
  const unknown = await begin()
  expect(known.status).toBe(unknown.status)
  expect(known.EmailReference).toHaveLength(unknown.EmailReference.length)
  expect(known.email).toMatchObject({ kind: 'already-registered', code: '' })
  expect(known.email?.link).toBe('http://hukum.test/login')

  const ofKnown = await confirm({ ...known, EmailOtp: '123456' })
  const wrong = await confirm({ ...unknown, EmailOtp: wrongFor(unknown.EmailOtp) })
  expect(ofKnown).toEqual(wrong)
})

test('registration of an address that was registered meanwhile returns the error of an expired code', async () => {
  const begun = await begin()
  await confirm(begun)
  await buildUser(api.databaseUrl, { email: begun.Email })
  expect(await register(begun)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
  expect(await api.call('auth/login', { email: begun.Email, password })).toMatchObject({ status: 200 })
})

test('concurrent registrations with one code create one account and one session', async () => {
  const begun = await begin()
  await confirm(begun)
  const answers = await Promise.all(Array.from({ length: runs(12, 50) }, () => register(begun)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql<{ sessions: number }>`
    select count(*) as sessions
      from sessions
     where user_id = (select id from users where email = ${begun.Email})`.execute(api.db)
  expect(rows).toEqual([{ sessions: 1 }])
})

test('sixty registrations with wrong codes at once hash no password, and none is refused for a full queue', async () => {
  const begun = await begin()
  await confirm(begun)
  const wrong = { ...begun, EmailOtp: wrongFor(begun.EmailOtp) }
  const answers = await Promise.all(Array.from({ length: 60 }, () => register(wrong)))
  const codes = answers.map(({ body }) => body['code'])
  expect([...new Set(codes)].toSorted()).toEqual(['bad-code', 'code-ended'])
  expect(codes.filter((code) => code === 'bad-code')).toHaveLength(5)
})

test('registration before the code is confirmed is rejected', async () => {
  const begun = await begin()
  expect(await register(begun)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
})

test('a wrong registration code is reported and counted, and after five the right code is rejected', async () => {
  const begun = await begin()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { status, body } = await confirm({ ...begun, EmailOtp: wrongFor(begun.EmailOtp) })
    expect(status).toBe(422)
    expect(body['code']).toBe('bad-code')
    expect(errorsOf(body)).toEqual({ EmailOtp: ['The code is incorrect.'] })
  }
  expect(await confirm(begun)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
})

test('a registration code expires after ten minutes, and a confirmed one after thirty', async () => {
  const [late, slow] = [await begin(), await begin()]
  await confirm(slow)
  await sql`update one_time_codes set ends_at = ends_at - interval '10 minutes 1 second'`.execute(api.db)
  expect(await confirm(late)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
  expect(await register(slow)).toMatchObject({ status: 200 })
})

test('the code and reference of one e-mail address do not register another one', async () => {
  const [mine, theirs] = [await begin(), await begin()]
  await confirm(mine)
  await confirm(theirs)
  expect(await register({ ...mine, Email: theirs.Email })).toMatchObject({ body: { code: 'code-ended' } })
  expect(await register({ ...mine, EmailReference: theirs.EmailReference })).toMatchObject({ status: 422 })
  expect(await register(mine)).toMatchObject({ status: 200 })
})

test('a registration with invalid fields reports all of them and keeps the code valid', async () => {
  const begun = await begin()
  await confirm(begun)
  const { status, body } = await register(begun, {
    Fullname: '',
    Password: 'password',
    Password_confirmation: 'passwort',
    Terms: false,
  })
  expect(status).toBe(400)
  expect(errorsOf(body)).toEqual({
    Fullname: ['This field is required.'],
    Password: ['The password must have at least 12 characters.', 'Many people use this password. Choose another one.'],
    Password_confirmation: ['Passwords do not match.'],
    Terms: ['You must accept the terms.'],
  })
  const own = { Password: 'Aishath Reema 81', Password_confirmation: 'Aishath Reema 81' }
  expect(await register(begun, own)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect(await register(begun)).toMatchObject({ status: 200 })
})

test.each([[{}], [[]], [true], [null], [0], [''], ['short'], [['a@hukum.test', 'b@hukum.test']]])(
  'registration with an invalid reference, code, or e-mail address is rejected and sends no e-mail: %j',
  async (value) => {
    const before = (await api.emails()).length
    const answers = [
      await api.call('guest/initEmail', { Email: value }),
      await api.call('guest/completeEmail', { EmailReference: value, EmailOtp: value }),
      await register({ Email: 'a@hukum.test', EmailReference: 'x', EmailOtp: '1' }, { EmailReference: value }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(errorsOf(answers[1]?.body ?? {})).toHaveProperty('EmailReference')
    expect(await api.emails()).toHaveLength(before)
  },
)

test('the name of a registered user is escaped in the welcome e-mail', async () => {
  const begun = await begin()
  await confirm(begun)
  await register(begun, { Fullname: 'Ali\r\nBcc: all@hukum.test\n\n<b>Press {product}</b>' })
  const welcome = (await api.emails(begun.Email)).at(-1)
  expect(welcome?.html).toContain('Dear Ali Bcc: all@hukum.test &lt;b&gt;Press {product}&lt;/b&gt;,')
})

test('a registration, which gets no device cookie, does not replace that of the other accounts of the browser', async () => {
  const begun = await begin()
  await confirm(begun)
  const { status, setCookie } = await register(begun)
  expect([status, setCookie]).toEqual([200, undefined])
})
