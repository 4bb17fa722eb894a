import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, type Caller, errorsOf, openApi } from './api.ts'
import { allEndpoints as endpoints } from './allEndpoints.ts'
import { buildUser, password } from './factories.ts'

/** Every endpoint without and with a session: a new endpoint is covered automatically. */

let api: Api
let email: string
let unprivileged: Caller | undefined

beforeAll(async () => {
  api = await openApi({ index: true })
  email = await buildUser(api.databaseUrl)
})
afterAll(() => api.close())

/** `anonymous` sends no token; `unprivileged` is a user without permissions. */
async function callEndpoint(
  [path, endpoint]: (typeof endpoints)[number],
  caller: 'anonymous' | 'unprivileged',
  body: unknown = {},
) {
  const request = { method: endpoint.method ?? ('POST' as const) }
  if (caller === 'anonymous') return api.call(path, body, request)
  unprivileged ??= await api.as(email, password)
  const answer = await unprivileged(path, body, request)
  if (answer.status !== 401) return answer
  // An earlier call has ended the session.
  unprivileged = await api.as(email, password)
  return unprivileged(path, body, request)
}

describe.each(endpoints)('endpoint %s', (path, endpoint) => {
  test('an endpoint describes itself in a sentence', () => {
    expect(endpoint.about).toMatch(/^[A-Z].*\.$/)
  })

  test('an endpoint rejects calls without a session unless it is public', async () => {
    const { status } = await callEndpoint([path, endpoint], 'anonymous')
    if (endpoint.access === 'public') expect(status).not.toBe(401)
    else expect(status).toBe(401)
  })

  test('an endpoint rejects users without its permission', async () => {
    const { status } = await callEndpoint([path, endpoint], 'unprivileged')
    if (typeof endpoint.access === 'object') expect(status).toBe(403)
    else expect(status).not.toBe(403)
  })
})

describe.each(endpoints.filter(([, endpoint]) => endpoint.method !== 'GET' && typeof endpoint.access !== 'object'))(
  'input of endpoint %s',
  (path, endpoint) => {
    const caller = endpoint.access === 'public' ? 'anonymous' : 'unprivileged'

    test('an endpoint rejects an unknown field by name', async () => {
      const { status, body } = await callEndpoint([path, endpoint], caller, { nonsense: 1 })
      expect(status).toBe(400)
      expect(errorsOf(body)).toHaveProperty('nonsense')
    })

    test('an endpoint returns no server error for values of any type', async () => {
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
          caller,
          Object.fromEntries(fields.map((field) => [field, value])),
        )
        expect(status).toBeLessThan(500)
      }
    })
  },
)
