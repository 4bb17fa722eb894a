import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'
import { allEndpoints } from './allEndpoints.ts'
import { buildUser, password } from './factories.ts'

/** Every door and every key: a new door is covered the moment it exists. */

let api: Api
let email: string

beforeAll(async () => {
  api = await openApi({ index: true })
  email = await buildUser(api.databaseUrl)
})
afterAll(() => api.close())

const endpoints = allEndpoints

/** A stranger carries nothing, nobody a live session without any permission: a new one each time, as doors may end it. */
async function callEndpoint(
  [path, endpoint]: (typeof endpoints)[number],
  who: 'stranger' | 'nobody',
  body: unknown = {},
) {
  const method = endpoint.method ?? 'POST'
  if (who === 'stranger') return api.call(path, body, { method })
  return (await api.as(email, password))(path, body, { method })
}

describe.each(endpoints)('%s', (path, endpoint) => {
  test('says what it is for', () => {
    expect(endpoint.about).toMatch(/^[A-Z].*\.$/)
  })

  test('lets a stranger in only where anybody may come', async () => {
    const { status } = await callEndpoint([path, endpoint], 'stranger')
    if (endpoint.access === 'public') expect(status).not.toBe(401)
    else expect(status).toBe(401)
  })

  test('lets nobody in without its permission', async () => {
    const { status } = await callEndpoint([path, endpoint], 'nobody')
    if (typeof endpoint.access === 'object') expect(status).toBe(403)
    else expect(status).not.toBe(403)
  })
})

describe.each(endpoints.filter(([, endpoint]) => endpoint.method !== 'GET' && typeof endpoint.access !== 'object'))(
  '%s',
  (path, endpoint) => {
    const who = endpoint.access === 'public' ? 'stranger' : 'nobody'

    test('refuses what it does not know, by name', async () => {
      const { status, body } = await callEndpoint([path, endpoint], who, { nonsense: 1 })
      expect(status).toBe(400)
      expect((body['payload'] as { errors: object }).errors).toHaveProperty('nonsense')
    })

    test('never breaks, whatever kinds of values come', async () => {
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
      for (const value of [null, 1, 'a', [], {}, [{}], '\u202e', { toString: 1 }]) {
        const { status } = await callEndpoint(
          [path, endpoint],
          who,
          Object.fromEntries(fields.map((field) => [field, value])),
        )
        expect(status).toBeLessThan(500)
      }
    })
  },
)
