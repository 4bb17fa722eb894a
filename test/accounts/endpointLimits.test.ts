import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTable, type LimitName } from '#server/endpoint/rateLimits.ts'
import { type Api, openApi } from '../api.ts'
import { allEndpoints } from '../allEndpoints.ts'
import { buildUser, password } from '../factories.ts'

/** Every door × every limit it names: so many tries as the table says, and not one more. */

const limited = allEndpoints.flatMap(([path, { limits = [], method = 'POST' as const }]) =>
  limits.map((name) => ({ path, method, name, points: limitTable[name].points })),
)

/** Those that are counted inside of calls, or by what is no call. */
const elsewhere: LimitName[] = ['guest', 'file', 'upload', 'wrong-login', 'login-code']

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

type Row = (typeof limited)[number]
type Try = { body: object; token: string; address: string }

async function callEndpoint({ path, method }: Row, { body, token, address }: Try) {
  const headers = { 'x-forwarded-for': address }
  return (await api.call(path, body, { token, method, headers })).status
}

/** What stays the same from try to try; everything else is another each time. */
const triers: Record<string, (row: Row) => Promise<(number: number) => Try>> = {
  address: async () => {
    const address = newAddress()
    return (number) => ({ body: { [`junk${number}`]: number }, token: '', address })
  },
  session: async () => {
    const token = await signIn(await buildUser(api.databaseUrl))
    return (number) => ({ body: { [`junk${number}`]: number }, token, address: newAddress() })
  },
  account: async ({ path }) => {
    const email = await buildUser(api.databaseUrl)
    if (path !== 'auth/password/change') return () => ({ body: { Email: email }, token: '', address: newAddress() })
    // Wrong ones count for the account, whichever of its sessions they come from.
    const tokens = await Promise.all(Array.from({ length: 3 }, () => signIn(email)))
    const wrong = { CurrentPassword: 'not this one', Password: newPassword, Password_confirmation: newPassword }
    return (number) => ({ body: wrong, token: tokens[number % 3] ?? '', address: newAddress() })
  },
}
const newPassword = 'a wholly other 34'

async function signIn(email: string) {
  const { body } = await api.call('auth/login', { email, password }, { headers: { 'x-forwarded-for': newAddress() } })
  return String(body['encodedToken'])
}

/** Of a door that needs a session, an address tries with one. */
async function trierOf(row: Row) {
  const trier = await triers[limitTable[row.name].key]?.(row)
  if (!trier) throw new Error(`nobody tries ${row.name}`)
  if (row.path !== 'auth/password/change' || row.name !== 'password-change') return trier
  const token = await signIn(await buildUser(api.databaseUrl))
  return (number: number) => ({ ...trier(number), token })
}

test.each(limited)('$path: $points tries of $name, not one more', async (row) => {
  const trier = await trierOf(row)
  const statuses = []
  for (let number = 0; number <= row.points; number += 1) statuses.push(await callEndpoint(row, trier(number)))
  expect(statuses.indexOf(429)).toBe(row.points)
})

test('no limit stands in the table for nothing', () => {
  const used = new Set<string>([...limited.map(({ name }) => name), ...elsewhere])
  expect(Object.keys(limitTable).filter((name) => !used.has(name))).toEqual([])
})

test('every door to an account that a guest may open is limited', () => {
  const open = allEndpoints.filter(
    ([path, { access }]) => /^(auth|guest)\//.test(path) && (access === 'public' || access === 'token'),
  )
  expect(open.filter(([, { limits = [] }]) => limits.length === 0).map(([path]) => path)).toEqual([])
})
