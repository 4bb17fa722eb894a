import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLimits } from '#server/limits/limits.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'

/** One proxy in front, so that each test comes from an address of its own. */
let api: Api

beforeAll(async () => {
  api = await openApi({ index: true, limitsScale: 1, env: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => api.close())

let last = 0
const newAddress = () => `27.114.1.${(last += 1)}`
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const credentials = () => ({ email: `${crypto.randomUUID()}@hukum.test`, password: 'wrong' })

/** The statuses of so many calls, one after the other. */
async function repeat(times: number, call: (number: number) => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let number = 0; number < times; number += 1) statuses.push((await call(number)).status)
  return statuses
}

test('an address signs in ten times a minute, not eleven, whoever it says it is', async () => {
  const address = newAddress()
  const statuses = await repeat(11, () => api.call('auth/login', credentials(), from(address)))
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  expect(await api.call('auth/login', credentials(), from(newAddress()))).toMatchObject({ status: 401 })
})

test('who has tried too often is told when to come back', async () => {
  const address = newAddress()
  const begun = Date.now()
  await repeat(10, () => api.call('auth/login', credentials(), from(address)))
  const { retryAfter, body } = await api.call('auth/login', credentials(), from(address))
  expect(body).toMatchObject({ Status: 'error', code: 'too-many' })
  // A minute after the first try, however long the ten have taken.
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(59 - Math.ceil((Date.now() - begun) / 1000))
  expect(Number(retryAfter)).toBeLessThanOrEqual(60)
})

test('junk in the body does not move the limit, and what cannot be read counts too', async () => {
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

test('calls made at once are counted one by one', async () => {
  const address = newAddress()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => api.call('auth/login', { email: 'nobody' }, from(address))),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
})

test('an address that the caller wrote itself does not count, only the one that our proxy saw', async () => {
  const address = newAddress()
  const statuses = await repeat(11, (number) =>
    api.call('auth/login', credentials(), from(`10.0.0.${number}, ${address}`)),
  )
  expect(statuses.at(-1)).toBe(429)
})

test('without a proxy nothing that a caller writes about its address counts', async () => {
  const bare = await openApi({ limitsScale: 1 })
  const statuses = await repeat(11, () => bare.call('auth/login', credentials(), from(newAddress())))
  await bare.close()
  expect(statuses.at(-1)).toBe(429)
})

test('all addresses of one IPv6 network count as one', async () => {
  const statuses = await repeat(11, (number) =>
    api.call('auth/login', credentials(), from(`2001:db8:1:2::${number + 1}`)),
  )
  expect(statuses.at(-1)).toBe(429)
})

test('a guest calls two hundred times a minute, whatever he calls', async () => {
  const address = newAddress()
  const paths = ['p/getDp', 'no/such', 'g/getMeta']
  const statuses = await repeat(201, (number) => api.call(paths[number % 3] ?? '', {}, from(address)))
  expect(statuses.indexOf(429)).toBe(200)
})

test('a session searches sixty times a minute; another one goes on', async () => {
  const search = { Type: 'CaseFile', Query: 'އެއްބަސްވުން' }
  const email = await buildUser(api.databaseUrl)
  const signIn = async () =>
    String((await api.call('auth/login', { email, password }, from(newAddress()))).body['encodedToken'])
  const [one, other] = [await signIn(), await signIn()]
  const statuses = await repeat(61, () => api.call('g/search', search, { token: one }))
  expect(statuses.indexOf(429)).toBe(60)
  expect(await api.call('g/search', search, { token: other })).toMatchObject({ status: 200 })
})

test('tries are still counted after a restart, and forgotten when their time is over', async () => {
  const address = newAddress()
  await repeat(10, () => api.call('auth/login', credentials(), from(address)))
  await expect(openLimits(api.pool).take('login', address)).rejects.toMatchObject({ code: 'too-many' })
  await sql`update rate_limits set expire = expire - 60000`.execute(api.db)
  expect(await api.call('auth/login', credentials(), from(address))).toMatchObject({ status: 401 })
})

test('when tries cannot be counted nobody signs in, and reading goes on', async () => {
  await sql`alter table rate_limits rename to moved`.execute(api.db)
  const signIn = await api.call('auth/login', credentials(), from(newAddress()))
  const read = await api.call('p/getDp', { Route: 'no-such' }, from(newAddress()))
  await sql`alter table moved rename to rate_limits`.execute(api.db)
  expect(signIn.status).toBe(500)
  expect(read.status).toBe(404)
})

test('no e-mail and no reference stands in the table of tries', async () => {
  const { rows } = await sql<{ key: string }>`select key from rate_limits where key like '%@%'`.execute(api.db)
  expect(rows).toEqual([])
})

test('that a limit was reached is said once, with the address', async () => {
  const said: string[] = []
  const limits = openLimits(api.pool, { onReached: (name, who) => said.push(`${name} by ${who}`) })
  const address = newAddress()
  for (let number = 0; number < 15; number += 1) await limits.take('login', address).catch(() => undefined)
  expect(said).toEqual([`login by ${address}`])
})
