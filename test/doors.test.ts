import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointsOf } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'

/** Every door and every key: a new door is covered the moment it exists. */

let api: Api
let callers: Record<'stranger' | 'nobody', string | undefined>

beforeAll(async () => {
  api = await openApi()
  const { body } = await api.call('auth/login', { email: await buildUser(api.databaseUrl), password })
  callers = { stranger: undefined, nobody: String(body['encodedToken']) }
})
afterAll(() => api.close())

// The doors need a house to be built, but are only looked at here.
const house = {
  env: readEnv({}),
  db: undefined as never,
  secrets: { token_key: 'A'.repeat(43), code_key: '', database_password: '' },
  search: undefined as never,
}
const doors = Object.entries(endpointsOf(house))

describe.each(doors)('%s', (path, door) => {
  const knock = (who: keyof typeof callers, body: unknown = {}) =>
    api.call(path, body, { method: door.method ?? 'POST', ...(callers[who] && { token: callers[who] }) })

  test('says what it is for', () => {
    expect(door.about).toMatch(/^[A-Z].*\.$/)
  })

  test('lets a stranger in only where anybody may come', async () => {
    const { status } = await knock('stranger')
    if (door.access === 'anybody') expect(status).not.toBe(401)
    else expect(status).toBe(401)
  })

  test('lets nobody in without its permission', async () => {
    const { status } = await knock('nobody')
    if (typeof door.access === 'object') expect(status).toBe(403)
    else expect(status).not.toBe(403)
  })

  test.runIf(door.method !== 'GET')('refuses what it does not know, by name', async () => {
    const who = door.access === 'anybody' ? 'stranger' : 'nobody'
    const { status, body } = await knock(who, { nonsense: 1 })
    expect(status).toBe(400)
    expect((body['payload'] as { errors: object }).errors).toHaveProperty('nonsense')
  })

  test.runIf(door.method !== 'GET')('never breaks, whatever kinds of values come', async () => {
    const who = door.access === 'anybody' ? 'stranger' : 'nobody'
    for (const value of [null, 1, 'a', [], {}, [{}], '\u202e', { toString: 1 }]) {
      const fields = [
        'Query',
        'Type',
        'Reference',
        'email',
        'password',
        'Route',
        'CaseNumber',
        'Court',
        'Page',
        'ClosedDate',
      ]
      const { status } = await knock(who, Object.fromEntries(fields.map((field) => [field, value])))
      expect(status).toBeLessThan(500)
    }
  })
})
