import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

let people = 0
const newEmail = () => `new-${(people += 1)}@hukum.test`
const goodPassword = 'masdhoni vela 81'

async function begin(Email = newEmail()) {
  const { status, body } = await api.call('guest/initEmail', { Email })
  const letter = (await api.emails(Email.toLowerCase())).at(-1)
  return { Email, status, EmailReference: String(body['Reference']), EmailOtp: letter?.code ?? '', letter }
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
const errorsOf = (body: Record<string, unknown>) => (body['payload'] as { errors: Record<string, string[]> }).errors

test('whoever confirms an e-mail address and fills in the rest has an account and is signed in', async () => {
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

test('the account is a subscriber’s, and keeps when the terms were accepted', async () => {
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

test('who looks at the list of people hears of it', async () => {
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

test('two letters come: the code, and a welcome', async () => {
  const begun = await begin()
  await confirm(begun)
  await register(begun)
  const letters = await api.emails(begun.Email)
  expect(letters.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['code', 'Your code to register'],
    ['new-account', 'Welcome to Hukum'],
  ])
})

test('an e-mail address is the same however its letters are written', async () => {
  const begun = await begin('Mixed.Case@Hukum.test')
  await confirm(begun)
  expect(await register({ ...begun, Email: 'mixed.case@hukum.TEST' })).toMatchObject({
    body: { user: { email: 'mixed.case@hukum.test' } },
  })
})

test('an address that has an account gets the same answer, and a letter that says so without a code', async () => {
  const Email = await buildUser(api.databaseUrl)
  const known = await begin(Email)
  const unknown = await begin()
  expect(known.status).toBe(unknown.status)
  expect(known.EmailReference).toHaveLength(unknown.EmailReference.length)
  expect(known.letter).toMatchObject({ kind: 'already-registered', code: '' })
  expect(known.letter?.link).toBe('http://hukum.test/login')

  const tried = await confirm({ ...known, EmailOtp: '123456' })
  const wrong = await confirm({ ...unknown, EmailOtp: wrongFor(unknown.EmailOtp) })
  expect(tried).toEqual(wrong)
})

test('who registered meanwhile through another window is not told apart from a code that came too late', async () => {
  const begun = await begin()
  await confirm(begun)
  await buildUser(api.databaseUrl, { email: begun.Email })
  expect(await register(begun)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
  expect(await api.call('auth/login', { email: begun.Email, password })).toMatchObject({ status: 200 })
})

test('fifty registrations at once with one code make one account and one session', async () => {
  const begun = await begin()
  await confirm(begun)
  const answers = await Promise.all(Array.from({ length: 50 }, () => register(begun)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql<{ sessions: number }>`
    select count(*) as sessions
      from sessions
     where user_id = (select id from users where email = ${begun.Email})`.execute(api.db)
  expect(rows).toEqual([{ sessions: 1 }])
})

test('nobody registers before the code was confirmed', async () => {
  const begun = await begin()
  expect(await register(begun)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
})

test('a wrong code is named and counted, though the call is refused; after five the right one is too late', async () => {
  const begun = await begin()
  for (let tries = 0; tries < 5; tries += 1) {
    const { status, body } = await confirm({ ...begun, EmailOtp: wrongFor(begun.EmailOtp) })
    expect(status).toBe(422)
    expect(body['code']).toBe('bad-code')
    expect(errorsOf(body)).toEqual({ EmailOtp: ['The code is incorrect.'] })
  }
  expect(await confirm(begun)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
})

test('a code ends after ten minutes; once confirmed there is half an hour for the rest', async () => {
  const [late, slow] = [await begin(), await begin()]
  await confirm(slow)
  await sql`update one_time_codes set ends_at = ends_at - interval '10 minutes 1 second'`.execute(api.db)
  expect(await confirm(late)).toMatchObject({ status: 422, body: { code: 'code-ended' } })
  expect(await register(slow)).toMatchObject({ status: 200 })
})

test('the code and reference of one e-mail address open nothing for another', async () => {
  const [mine, theirs] = [await begin(), await begin()]
  await confirm(mine)
  await confirm(theirs)
  expect(await register({ ...mine, Email: theirs.Email })).toMatchObject({ body: { code: 'code-ended' } })
  expect(await register({ ...mine, EmailReference: theirs.EmailReference })).toMatchObject({ status: 422 })
  expect(await register(mine)).toMatchObject({ status: 200 })
})

test('a refused password leaves the code as it was, and everything wrong is said at once', async () => {
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
  'what is no reference, code or e-mail address is refused by name and writes no letter: %j',
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

test('a name is text and nothing else, in the letter too', async () => {
  const begun = await begin()
  await confirm(begun)
  await register(begun, { Fullname: 'Ali\r\nBcc: all@hukum.test\n\n<b>Press {product}</b>' })
  const welcome = (await api.emails(begun.Email)).at(-1)
  expect(welcome?.html).toContain('Dear Ali Bcc: all@hukum.test &lt;b&gt;Press {product}&lt;/b&gt;,')
})
