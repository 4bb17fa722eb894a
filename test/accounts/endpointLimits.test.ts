import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requiredPermissions } from '#server/endpoint/endpoint.ts'
import { type RateLimitKey, rateLimitTable, type RateLimitName } from '#server/endpoint/rateLimits.ts'
import { type Api, openApi } from '#test/api.ts'
import { allEndpoints } from '#test/allEndpoints.ts'
import { buildUser, password } from '#test/factories.ts'
import { runs } from '#test/nightly.ts'

/** Every endpoint × every limit that it names: as many attempts as the table allows, and not one more. */

const limited = allEndpoints.flatMap(([path, { rateLimits: limits = [], access, method = 'POST' as const }]) =>
  limits.map((name) => ({ path, method, access, name, points: rateLimitTable[name].points })),
)

/** Limits that handlers count themselves, and limits that belong to no endpoint. */
const otherLimits: RateLimitName[] = [
  'guest',
  'file',
  'anonymous-socket',
  'upload',
  'known-login',
  'wrong-login',
  'login-code',
  'reading',
  'opened',
]

let api: Api
beforeAll(async () => {
  api = await openApi({ limitsScale: 1, env: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => api.close())

let last = 0
function newAddress() {
  last += 1
  return `27.115.${last >> 8}.${last & 255}`
}

type LimitedEndpoint = (typeof limited)[number]
type Attempt = { body: object; token: string; address: string }

async function callEndpoint({ path, method }: LimitedEndpoint, { body, token, address }: Attempt) {
  const headers = { 'x-forwarded-for': address }
  return (await api.call(path, body, { token, method, headers })).status
}

/** What attempts are counted by, and the attempts: they share only this key; everything else differs among them. */
type Attempts = { key: string; createAttempt: (number: number) => Attempt }

const attemptFactories: Record<RateLimitKey, (row: LimitedEndpoint) => Promise<Attempts>> = {
  address: async () => {
    const address = newAddress()
    return { key: address, createAttempt: (number) => ({ body: { [`junk${number}`]: number }, token: '', address }) }
  },
  // Without a device cookie.
  browser: (row) => attemptFactories.address(row),
  user: async ({ access }) => {
    const email = await buildUser(api.databaseUrl, {
      can: typeof access === 'object' ? requiredPermissions(access).slice(0, 1) : [],
    })
    const tokens = await Promise.all([signIn(email), signIn(email)])
    return {
      key: await userIdOf(email),
      createAttempt: (number) => ({
        body: { [`junk${number}`]: number },
        token: tokens[number % 2] ?? '',
        address: newAddress(),
      }),
    }
  },
  reader: (row) => attemptFactories.user(row),
  account: async ({ path, access }) => {
    const email = await buildUser(api.databaseUrl)
    if (access === 'public')
      return { key: email, createAttempt: () => ({ body: { Email: email }, token: '', address: newAddress() }) }
    // Wrong passwords count for the account, whichever session sends them.
    const tokens = await Promise.all(Array.from({ length: 3 }, () => signIn(email)))
    const body = { CurrentPassword: 'not this one', ...restOfBody[path] }
    return {
      key: email,
      createAttempt: (number) => ({ body, token: tokens[number % 3] ?? '', address: newAddress() }),
    }
  },
}
const newPassword = 'a wholly other 34'
/** What calls take besides the current password. */
const restOfBody: Record<string, object> = {
  'auth/password/change': { Password: newPassword, Password_confirmation: newPassword },
  'auth/factors/emailCodes': { Allowed: false },
  'auth/factors/passkeys/remove': { id: 1 },
  'auth/tokens/create': { Name: 'Name', Scopes: ['library'], Days: 1 },
}

async function signIn(email: string) {
  const { body } = await api.call('auth/login', { email, password }, { headers: { 'x-forwarded-for': newAddress() } })
  return String(body['encodedToken'])
}

async function userIdOf(email: string) {
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(api.db)
  return String(rows[0]?.id)
}

/** `password-change` is counted by address, but its endpoints need a session. */
async function attemptsOf(row: LimitedEndpoint): Promise<Attempts> {
  const { key, createAttempt } = await attemptFactories[rateLimitTable[row.name].key](row)
  if (row.name !== 'password-change') return { key, createAttempt }
  const token = await signIn(await buildUser(api.databaseUrl))
  return { key, createAttempt: (number) => ({ ...createAttempt(number), token }) }
}

/** In a short run, attempts above this are not made, but added to the count. */
const madeAttempts = runs(10, 100)

test.each(limited)('$path: $points attempts of $name, and not one more', async (row) => {
  const { key, createAttempt } = await attemptsOf(row)
  const made = Math.min(row.points, madeAttempts)
  const statuses = []
  for (let number = 0; number <= made; number += 1) {
    if (number === made - 1 && row.points > made)
      await api.rateLimiter.consumeAndCount(row.name, key, row.points - made)
    statuses.push(await callEndpoint(row, createAttempt(number)))
  }
  expect(statuses.indexOf(429)).toBe(made)
})

test.each(['openapi.json', 'docs'])(
  'requests of guests for /api/%s are counted, those of users are not',
  async (path) => {
    const address = newAddress()
    const token = await signIn(await buildUser(api.databaseUrl))
    const statusFor = async (headers: Record<string, string>) =>
      (await api.app.inject({ url: `/api/${path}`, headers: { 'x-forwarded-for': address, ...headers } })).statusCode
    await api.rateLimiter.consumeAndCount('guest', address, rateLimitTable.guest.points - 1)
    expect([await statusFor({}), await statusFor({})]).toEqual([200, 429])
    expect(await statusFor({ authorization: `Bearer ${token}` })).toBe(200)
  },
)

test('every limit of the table is used', () => {
  const used = new Set<string>([...limited.map(({ name }) => name), ...otherLimits])
  expect(Object.keys(rateLimitTable).filter((name) => !used.has(name))).toEqual([])
})

test('every account endpoint that guests may call has a limit', () => {
  const guestEndpoints = allEndpoints.filter(
    ([path, { access }]) => /^(auth|guest)\//.test(path) && (access === 'public' || access === 'token'),
  )
  expect(guestEndpoints.filter(([, { rateLimits: limits = [] }]) => limits.length === 0).map(([path]) => path)).toEqual(
    [],
  )
})
