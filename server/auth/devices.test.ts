import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/security/passwords.ts'
import { rateLimitTable } from '#server/endpoint/rateLimits.ts'
import { type Api, openApi } from '#test/api.ts'
import { codeFor } from '#test/emails.ts'
import { buildUser, password } from '#test/factories.ts'
import { nightlyTest } from '#test/nightly.ts'

/** One trusted proxy, so that each sign-in can have an address of its own. */
let api: Api

beforeAll(async () => {
  api = await openApi({ limitsScale: 1, env: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => api.close())

let last = 0
function newAddress() {
  last += 1
  return `27.${116 + (last >> 16)}.${(last >> 8) & 255}.${last & 255}`
}

type Options = { address?: string; typed?: string; cookie?: string | undefined }

const signIn = (email: string, { address = newAddress(), typed = password, cookie }: Options = {}) =>
  api.call(
    'auth/login',
    { email, password: typed },
    { headers: { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) } },
  )

/** Signs in and returns the device cookie as the browser sends it. */
async function visit(email: string, options?: Options) {
  const { status, setCookie } = await signIn(email, options)
  expect(status).toBe(200)
  return setCookie?.split(';')[0] ?? ''
}

async function fail(email: string, times: number, options: Options = {}) {
  for (let number = 0; number < times; number += 1) await signIn(email, { ...options, typed: `wrong ${number}` })
}

/** Ends the current minute of the limits, and no longer period. */
const nextMinute = () =>
  sql`update rate_limits set expire = expire - 60000 where key ~ '^(login|known-login):'`.execute(api.db)

test('a sign-in sets a device cookie that scripts, other sites, and other paths do not get', async () => {
  const { setCookie } = await signIn(await buildUser(api.databaseUrl))
  expect(setCookie).toMatch(
    /^hukum-device=[\w-]+\.[\w-]{43}; Path=\/api\/auth; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
  )
})

test('a device cookie is secure where the public address is behind TLS', async () => {
  const secure = await openApi({ env: { PUBLIC_URL: 'https://hukum.example.mv' } })
  const email = await buildUser(secure.databaseUrl)
  const { setCookie } = await secure.call('auth/login', { email, password })
  await secure.close()
  expect(setCookie).toMatch(/; Secure$/)
})

test('a sign-in with a one-time code sets the device cookie at the code and not before', async () => {
  const withCodes = await openApi({ env: { LOGIN_OTP: 'everyone' } })
  const email = await buildUser(withCodes.databaseUrl)
  const { body, ...first } = await withCodes.call('auth/login', { email, password })
  const otp = await codeFor(withCodes, email)
  const second = await withCodes.call('auth/verify', { reference: body['Reference'], otp })
  await withCodes.close()
  expect(first.setCookie).toBeUndefined()
  expect(second.setCookie).toMatch(/^hukum-device=/)
})

test('a device cookie authenticates nothing', async () => {
  const email = await buildUser(api.databaseUrl)
  const cookie = await visit(email)
  expect(await api.call('auth/me', undefined, { method: 'GET', headers: { cookie } })).toMatchObject({ status: 401 })
  expect(await signIn(email, { cookie, typed: 'wrong' })).toMatchObject({
    status: 401,
    body: { code: 'bad-credentials' },
  })
})

test('failed sign-ins of unknown browsers do not lock a user out in a browser that has signed in before', async () => {
  const email = await buildUser(api.databaseUrl)
  const cookie = await visit(email)
  await fail(email, 10)
  expect(await signIn(email)).toMatchObject({ status: 401 })
  expect(await signIn(email, { cookie })).toMatchObject({ status: 200 })
})

test('failed sign-ins with a device cookie lock the account in that browser', async () => {
  const email = await buildUser(api.databaseUrl)
  const [cookie, other] = [await visit(email), await visit(email)]
  await fail(email, 9, { cookie })
  await nextMinute()
  await fail(email, 1, { cookie })
  await nextMinute()
  expect(await signIn(email, { cookie })).toMatchObject({ status: 401 })
  expect(await signIn(email, { cookie: other })).toMatchObject({ status: 200 })
})

test('browsers with device cookies sign in behind an address whose sign-ins are used up', async () => {
  const office = newAddress()
  const emails = await Promise.all(Array.from({ length: 12 }, () => buildUser(api.databaseUrl)))
  const cookies = await Promise.all(emails.map((email) => visit(email)))
  await fail('nobody@hukum.test', rateLimitTable.login.points, { address: office })
  expect(await signIn(emails[0] ?? '', { address: office })).toMatchObject({ status: 429 })
  for (const [index, email] of emails.entries())
    expect(await signIn(email, { address: office, cookie: cookies[index] })).toMatchObject({ status: 200 })
})

test('a sign-in with the device cookie of another account counts for the address too', async () => {
  const [own, victim] = [await buildUser(api.databaseUrl), await buildUser(api.databaseUrl)]
  const cookies = await Promise.all([visit(own), visit(own)])
  const address = newAddress()
  for (const cookie of cookies) await fail(victim, rateLimitTable.login.points / 2, { address, cookie })
  expect(await signIn(victim, { address })).toMatchObject({ status: 429 })
})

test('the browsers of an account have thirty sign-ins a minute together, and each one ten', async () => {
  const email = await buildUser(api.databaseUrl)
  const cookies = await Promise.all(Array.from({ length: 4 }, () => visit(email)))
  for (const cookie of cookies.slice(0, 3)) await fail(email, 10, { cookie })
  expect(await signIn(email, { cookie: cookies[0] })).toMatchObject({ status: 429 })
  expect(await signIn(email, { cookie: cookies[3] })).toMatchObject({ status: 429 })
})

test('a changed, foreign, or expired device cookie makes no browser known', async () => {
  const email = await buildUser(api.databaseUrl)
  const cookie = await visit(email)
  const [name, payload = '', signature = ''] = cookie.split(/[=.]/)
  const device = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const changed = Buffer.from(JSON.stringify({ ...device, until: 99_999_999_999 })).toString('base64url')
  await fail(email, 10)
  for (const forged of [`${changed}.${signature}`, `${payload}.${signature}A`, `${payload}.`, payload, '.', ''])
    expect(await signIn(email, { cookie: `${name}=${forged}` })).toMatchObject({ status: 401 })
  expect(await signIn(email, { cookie: `other=1; ${cookie}` })).toMatchObject({ status: 200 })
})

test('a new password makes the browsers of an account unknown', async () => {
  const email = await buildUser(api.databaseUrl)
  const cookie = await visit(email)
  const renewed = await hashPassword('a wholly other 34')
  await sql`update users set password_hash = ${renewed} where email = ${email}`.execute(api.db)
  await fail(email, 10)
  expect(await signIn(email, { cookie, typed: 'a wholly other 34' })).toMatchObject({ status: 401 })
})

test('a browser is known for every account that has signed in with it', async () => {
  const [one, other] = [await buildUser(api.databaseUrl), await buildUser(api.databaseUrl)]
  const cookie = await visit(other, { cookie: await visit(one) })
  for (const email of [one, other]) {
    await fail(email, 10)
    expect(await signIn(email, { cookie })).toMatchObject({ status: 200 })
  }
})

nightlyTest(
  'a known browser signs in while a flood fills the queue of unknown ones, whose rejected sign-ins count for no account',
  async () => {
    const email = await buildUser(api.databaseUrl)
    const cookie = await visit(email)
    const flood = startFlood()
    const rejected = []
    while (rejected.length < rateLimitTable['wrong-login'].points + 2) {
      const answer = await signIn(email)
      if (answer.status === 429) rejected.push(answer)
    }
    expect(rejected[0]).toMatchObject({ retryAfter: '2', body: { code: 'too-many' } })
    expect(await signIn(email, { cookie })).toMatchObject({ status: 200 })
    await flood.stop()
    expect(await signIn(email)).toMatchObject({ status: 200 })
  },
)

/** More unknown browsers than may wait, each of which tries again at once from a new address. */
function startFlood() {
  let isOver = false
  const attack = async () => {
    while (!isOver) {
      await signIn(`${crypto.randomUUID()}@hukum.test`, { typed: 'wrong' })
      // An injected call that is rejected before its body is read needs no turn of the event loop.
      await setImmediate()
    }
  }
  const attackers = Array.from({ length: 80 }, attack)
  return {
    stop: async () => {
      isOver = true
      await Promise.all(attackers)
    },
  }
}
