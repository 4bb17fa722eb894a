import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimitTable } from '#server/endpoint/rateLimits.ts'
import { openRateLimiter } from './rateLimiter.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { withoutTable } from '#test/withoutTable.ts'

/** With one proxy, each test can use an address of its own. */
let api: Api

beforeAll(async () => {
  api = await openApi({ index: true, limitsScale: 1, env: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => api.close())

let last = 0
const newAddress = () => `27.114.1.${(last += 1)}`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const credentials = () => ({ email: `${crypto.randomUUID()}@hukum.test`, password: 'wrong' })

/** The statuses of sequential calls. */
async function repeat(times: number, call: (number: number) => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let number = 0; number < times; number += 1) statuses.push((await call(number)).status)
  return statuses
}

test('an address may attempt to sign in ten times a minute, whatever account it names', async () => {
  const address = newAddress()
  const statuses = await repeat(11, () => api.call('auth/login', credentials(), from(address)))
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  expect(await api.call('auth/login', credentials(), from(newAddress()))).toMatchObject({ status: 401 })
})

test('a caller above a limit gets a Retry-After header', async () => {
  const address = newAddress()
  const start = Date.now()
  await repeat(10, () => api.call('auth/login', credentials(), from(address)))
  const { retryAfter, body } = await api.call('auth/login', credentials(), from(address))
  expect(body).toMatchObject({ Status: 'error', code: 'too-many' })
  // A minute after the first attempt, however long the ten take.
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(59 - Math.ceil((Date.now() - start) / 1000))
  expect(Number(retryAfter)).toBeLessThanOrEqual(60)
})

test('unknown fields do not evade the limit, and invalid input counts as an attempt', async () => {
  const address = newAddress()
  const statuses = await repeat(11, (number) =>
    api.call(
      'auth/login',
      { ...credentials(), Email: `${number}@hukum.test`, [`junk${number}`]: number },
      from(address),
    ),
  )
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
})

test('concurrent calls are counted one by one', async () => {
  const address = newAddress()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => api.call('auth/login', { email: 'nobody' }, from(address))),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
})

test('only the address that the trusted proxy appends to X-Forwarded-For counts', async () => {
  const address = newAddress()
  const statuses = await repeat(11, (number) =>
    api.call('auth/login', credentials(), from(`10.0.0.${number}, ${address}`)),
  )
  expect(statuses.at(-1)).toBe(429)
})

test('without a trusted proxy the X-Forwarded-For header is ignored', async () => {
  const direct = await openApi({ limitsScale: 1 })
  const statuses = await repeat(11, () => direct.call('auth/login', credentials(), from(newAddress())))
  await direct.close()
  expect(statuses.at(-1)).toBe(429)
})

test('all addresses of one IPv6 /64 network count as one', async () => {
  const statuses = await repeat(11, (number) =>
    api.call('auth/login', credentials(), from(`2001:db8:1:2::${number + 1}`)),
  )
  expect(statuses.at(-1)).toBe(429)
})

test('a guest may make two hundred calls a minute over all endpoints', async () => {
  const address = newAddress()
  const paths = ['p/getDp', 'no/such', 'g/getMeta']
  const statuses = await repeat(201, (number) => api.call(paths[number % 3] ?? '', {}, from(address)))
  expect(statuses.indexOf(429)).toBe(200)
})

const search = { Type: 'CaseFile', Query: 'އެއްބަސްވުން' }
const signIn = async (email: string) =>
  String((await api.call('auth/login', { email, password }, from(newAddress()))).body['encodedToken'])

test('a user may search sixty times a minute over all sessions, and another user is not affected', async () => {
  const email = await buildUser(api.databaseUrl)
  const tokens = [await signIn(email), await signIn(email)]
  const statuses = await repeat(61, (number) => api.call('g/search', search, { token: tokens[number % 2] ?? '' }))
  expect(statuses.indexOf(429)).toBe(60)
  const other = await signIn(await buildUser(api.databaseUrl))
  expect(await api.call('g/search', search, { token: other })).toMatchObject({ status: 200 })
})

test.each([
  ['en', /^Too many requests\. Please try again in (\d+) seconds\.$/],
  ['dv', /^މަސައްކަތްތައް މާ ގިނަ\. (\d+) ސިކުންތު ފަހުން އަލުން މަސައްކަތް ކޮށްލައްވާ\.$/],
])('the refusal above a limit says in %s after how many seconds to try again', async (language, sentence) => {
  const headers = { ...from(newAddress()).headers, 'accept-language': language }
  await repeat(10, () => api.call('auth/login', credentials(), { headers }))
  const { retryAfter, body } = await api.call('auth/login', credentials(), { headers })
  expect(sentence.exec(String(body['Message']))?.[1]).toBe(retryAfter)
})

async function userIdOf(email: string) {
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)
  return String(rows[0]?.id)
}

test('suggestions, lists, records, their histories, and file links are limited, and counting them costs no query', async () => {
  const email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
  const token = await signIn(email)
  const user = await userIdOf(email)
  const { rows } = await sql<{ id: number }>`insert into courts (name) values ('Limited') returning id`.execute(api.db)
  const id = rows[0]?.id
  const calls = [
    ['suggest', 'g/suggest', { Query: 'އެއް' }],
    ['list', 'courts/get', {}],
    ['list', 'notifications/get', {}],
    ['list', 'g/getMeta', {}],
    ['suggest', 'g/clicked', { Trace: crypto.randomUUID(), Position: 1 }],
    ['record', 'files/link', { id: 1 }],
    ['record', 'courts/find', { id }],
    ['record', 'courts/history', { id }],
    ['is-displayed', 'courts/isDisplayed', { id }],
  ] as const
  const statuses = () =>
    Promise.all(calls.map(async ([, path, input]) => (await api.call(path, input, { token })).status))
  const [before, after] = await withoutTable(api.db, 'rate_limits', async () => {
    const first = await statuses()
    for (const name of ['suggest', 'list', 'record', 'is-displayed'] as const)
      await api.rateLimiter.consumeAndCount(name, user, rateLimitTable[name].points)
    return [first, await statuses()]
  })
  expect([before, after]).toEqual([calls.map(([, path]) => (path === 'files/link' ? 404 : 200)), calls.map(() => 429)])
})

test('an attempt above a limit is counted once, and later ones are refused without a query', async () => {
  const address = newAddress()
  await repeat(11, () => api.call('auth/login', credentials(), from(address)))
  const { status } = await withoutTable(api.db, 'rate_limits', () =>
    api.call('auth/login', credentials(), from(address)),
  )
  expect(status).toBe(429)
})

test('a body that is declared too large is rejected without a query', async () => {
  const raw = JSON.stringify({ ...credentials(), password: 'ab'.repeat(30_000) })
  const { status } = await withoutTable(api.db, 'rate_limits', () =>
    api.call('auth/login', undefined, { raw, ...from(newAddress()) }),
  )
  expect(status).toBe(413)
})

test('attempts stay counted after a restart and expire with their period', async () => {
  const address = newAddress()
  await repeat(10, () => api.call('auth/login', credentials(), from(address)))
  await expect(openRateLimiter(api.pool).consume('login', address)).rejects.toMatchObject({ code: 'too-many' })
  await sql`update rate_limits set expire = expire - 60000`.execute(api.db)
  expect(await api.call('auth/login', credentials(), from(address))).toMatchObject({ status: 401 })
})

test('when attempts cannot be counted, signing in fails and reading continues', async () => {
  await sql`
    insert into dynamic_pages (name, route, page_content) values ('Read', 'read', '<p>Text</p>')`.execute(api.db)
  const answers = await withoutTable(api.db, 'rate_limits', async () => [
    await api.call('auth/login', credentials(), from(newAddress())),
    await api.call('p/getDp', { Route: 'read' }, from(newAddress())),
  ])
  expect(answers.map(({ status }) => status)).toEqual([500, 200])
})

test('the table of attempts contains no e-mail address and no reference', async () => {
  const { email } = credentials()
  const reference = 'a-reference-that-is-mailed'
  await api.call('auth/login', { email, password: 'wrong' }, from(newAddress()))
  await api.call('auth/verify', { reference, otp: '000000' }, from(newAddress()))
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(api.db)
  expect(rows.length).toBeGreaterThan(2)
  const keys = rows.map(({ key }) => key).join(' ')
  expect(keys).not.toContain('@')
  expect(keys).not.toContain(reference)
})

test('a reached limit is reported once, with the address', async () => {
  const reports: string[] = []
  const rateLimiter = openRateLimiter(api.pool, { onReached: (name, key) => reports.push(`${name} by ${key}`) })
  const address = newAddress()
  for (let number = 0; number < 15; number += 1) await rateLimiter.consume('login', address).catch(() => undefined)
  expect(reports).toEqual([`login by ${address}`])
})

test('resets of a password count for the address that is named, also by callers who are signed in', async () => {
  const email = await buildUser(api.databaseUrl)
  const staff = await api.as(await buildUser(api.databaseUrl), password)
  const reset = () => staff('auth/password/resetInit', { Email: email }, from(newAddress()))
  expect(await repeat(rateLimitTable['reset-begun'].points, reset)).not.toContain(429)
  const other = await api.call('auth/password/resetInit', { Email: email }, from(newAddress()))
  expect(other.status).toBe(429)
})
