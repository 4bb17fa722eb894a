import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { rateLimitTable } from '#server/endpoint/rateLimits.ts'
import { openRateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { withoutTable } from '../../test/withoutTable.ts'

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
const signIn = async (email: string, at = api) =>
  String((await at.call('auth/login', { email, password }, from(newAddress()))).body['encodedToken'])

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

test('suggestions, lists, records, their histories, and file links are limited, and counting them costs no query', async () => {
  const token = await signIn(await buildUser(api.databaseUrl, { can: ['read-courts'] }))
  const user = await userOf(token)
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

const userOf = async (token: string, at = api) => {
  const { user } = (await at.call('auth/me', undefined, { token, method: 'GET' })).body as { user: { id: number } }
  return String(user.id)
}

/** An application in which a reader opens so many cases in a day, and the references of four cases. */
async function openLibrary(reads: number) {
  const library = await openApi({ limitsScale: 1, env: { TRUSTED_PROXIES: '1', READS_PER_DAY: String(reads) } })
  onTestFinished(() => library.close())
  const { rows } = await sql<{ reference: string }>`
    with court as (insert into courts (name) values ('Limited') returning id)
    insert into case_files (court_id, title, published)
    select court.id, 'Limited ' || number, true from court, generate_series(1, 4) as number
    returning reference`.execute(library.db)
  const find = async (token: string, Reference: string | undefined, more = {}) =>
    (await library.call('g/find', { Type: 'CaseFile', Reference, ...more }, { token })).status
  return { library, references: rows.map(({ reference }) => reference), find }
}

test('a reader opens READS_PER_DAY different cases and phrases in a day over all sessions, and the staff any number', async () => {
  const { library, references, find } = await openLibrary(3)
  const email = await buildUser(library.databaseUrl)
  const readers = [await signIn(email, library), await signIn(email, library)]
  const staff = await signIn(await buildUser(library.databaseUrl, { can: ['read-courts'] }), library)
  const openAll = (tokens: readonly string[]) =>
    Promise.all(references.map(async (reference, at) => find(tokens[at % tokens.length] ?? '', reference)))
  expect((await openAll(readers)).toSorted()).toEqual([200, 200, 200, 429])
  expect((await openAll(readers)).toSorted()).toEqual([200, 200, 200, 429])
  expect(await openAll([staff])).toEqual([200, 200, 200, 200])

  await sql`delete from rate_limits where key like 'opened:%'`.execute(library.db)
  const { retryAfter, body } = await library.call(
    'g/find',
    { Type: 'CaseFile', Reference: references[0] },
    { token: readers[0] ?? '' },
  )
  expect(Number(retryAfter)).toBeGreaterThan(86_000)
  expect(body['Message']).toBe('Too many requests. Please try again in 24 hours.')
})

test('the calls of notes that answer from the text of a case count as opening it', async () => {
  const { library, references, find } = await openLibrary(1)
  const token = await signIn(await buildUser(library.databaseUrl), library)
  const [first, second] = references
  expect(await find(token, first)).toBe(200)
  const call = async (path: string, input: object) => (await library.call(`notes/${path}`, input, { token })).status
  expect(await call('get', { Reference: first })).toBe(200)

  const { rows } = await sql<{ uid: string }>`
    with text as (
      insert into note_texts (case_file_id, version, fingerprint, text)
      select id, version, repeat('0', 32), 'text' from case_files where reference = ${second}
      returning id, case_file_id)
    insert into notes (user_id, case_file_id, version, text_id, carried_text_id, range_start, range_end, quote,
                       type, title, category, description)
    select ${await userOf(token, library)}, case_file_id, 1, id, id, 0, 4, 'text', 'General', 'Title', 'usul', 'Text'
      from text
    returning uid`.execute(library.db)
  const [uid, Text] = [rows[0]?.uid, '0'.repeat(32)]
  const note = { Type: 'General', Title: 'a', Category: 'usul', Description: 'a' }
  const statuses = [
    await call('get', { Reference: second }),
    await call('export', { Reference: second }),
    await call('create', { Reference: second, Text, Start: 0, End: 1, ...note }),
    await call('confirm', { uid, Text }),
    await call('relocate', { uid, Text, Start: 0, End: 1 }),
  ]
  expect(statuses).toEqual(Array(5).fill(429))
})

test('a case that a reader has opened is read, checked and opened at the same time again without another count', async () => {
  const { library, references, find } = await openLibrary(2)
  const token = await signIn(await buildUser(library.databaseUrl), library)
  const [first, second, third] = references
  const same = await Promise.all(
    Array.from({ length: 10 }, (_, number) => find(token, first, { Text: number % 2 === 0 })),
  )
  expect(same).toEqual(Array(10).fill(200))
  expect(await repeat(3, async () => ({ status: await find(token, 'aB3dE5gH7jK9') }))).toEqual([404, 404, 404])
  expect([await find(token, second), await find(token, third), await find(token, third)]).toEqual([200, 429, 429])
  expect(await find(token, first)).toBe(200)
})

test('a refused case is refused in calls at the same time too, and one case is read as often as any records', async () => {
  const { library, references, find } = await openLibrary(1)
  const token = await signIn(await buildUser(library.databaseUrl), library)
  const [first, second] = references
  expect(await find(token, first)).toBe(200)
  expect(await Promise.all(Array.from({ length: 10 }, () => find(token, second)))).toEqual(Array(10).fill(429))
  const statuses = await repeat(rateLimitTable.find.points, async () => ({ status: await find(token, first) }))
  expect(statuses.indexOf(429)).toBe(rateLimitTable.find.points - 11)
})

test('with READS_PER_DAY of 0, a reader opens any number of cases', async () => {
  const { library, references, find } = await openLibrary(0)
  const token = await signIn(await buildUser(library.databaseUrl), library)
  await library.rateLimiter.consumeAndCount('reading', '1', 2000)
  expect(await Promise.all(references.map((reference) => find(token, reference)))).toEqual([200, 200, 200, 200])
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
