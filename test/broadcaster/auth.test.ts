import Pusher from 'pusher'
import { describe, expect, test } from 'vitest'
import { sign, signedQuery } from '#server/live/signedCall.ts'
import { isSignedCall } from './auth.ts'

/** The worked example of Pusher's documentation. */
const keys = { key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' }
const call = {
  method: 'POST' as const,
  path: '/apps/3/events',
  body: '{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}',
}
const documentedAt = 1353088179

test('a call that the official library signs is accepted', () => {
  const official = new Pusher({ appId: '3', cluster: 'x', ...keys })
  const { method, path, body } = call
  const query = official.createSignedQueryString({ method, path, body, params: {} })
  expect(isSignedCall(keys, call, new URLSearchParams(query))).toBe(true)
})

describe('rejected calls', () => {
  const now = documentedAt
  const change = (more: Record<string, string>) =>
    new URLSearchParams([...signedQuery(keys, call, now), ...Object.entries(more)])
  const replaced = (name: string, value: string) => {
    const query = signedQuery(keys, call, now)
    query.set(name, value)
    return query
  }
  /** With a parameter that has another value, and a signature that fits it. */
  const signedWith = (name: string, value: string) => {
    const { auth_signature: _, ...parameters } = Object.fromEntries(replaced(name, value))
    return new URLSearchParams({ ...parameters, auth_signature: sign(keys.secret, call, parameters) })
  }
  const without = (name: string) => {
    const query = signedQuery(keys, call, now)
    query.delete(name)
    return query
  }
  const signature = signedQuery(keys, call, now).get('auth_signature') ?? ''

  const queries: [string, URLSearchParams][] = [
    ['without anything', new URLSearchParams()],
    ['with an empty signature', replaced('auth_signature', '')],
    ['with a shorter signature', replaced('auth_signature', signature.slice(1))],
    ['with a longer signature', replaced('auth_signature', `${signature}0`)],
    ['with a signature in capitals', replaced('auth_signature', signature.toUpperCase())],
    ['with a non-ASCII signature of the same length', replaced('auth_signature', 'é'.repeat(signature.length))],
    ['with another key', signedWith('auth_key', 'other')],
    ['with another version', signedWith('auth_version', '2.0')],
    ['with an invalid time', signedWith('auth_timestamp', 'now')],
    ['with a negative time', signedWith('auth_timestamp', '-1')],
    ['with another time than the signed one', replaced('auth_timestamp', String(now + 1))],
    ['with the hash of another body', signedWith('body_md5', '0'.repeat(32))],
    ['with a parameter that was not signed', change({ info: 'user_count' })],
    ['with a repeated signature', change({ auth_signature: signature })],
    ['with a repeated key', change({ auth_key: keys.key })],
    ...[...signedQuery(keys, call, now).keys()].map((name): [string, URLSearchParams] => [
      `without ${name}`,
      without(name),
    ]),
  ]
  test.each(queries)('a call %s is rejected', (_what, query) => {
    expect(isSignedCall(keys, call, query, now)).toBe(false)
  })

  const signed = signedQuery(keys, call, now)
  test.each([
    ['with another body', { ...call, body: `${call.body} ` }],
    ['to another path', { ...call, path: '/apps/4/events' }],
    ['by another method', { ...call, method: 'GET' as const }],
  ])('a signed call %s is rejected', (_what, other) => {
    expect(isSignedCall(keys, other, signed, now)).toBe(false)
  })

  test('a call signed with another secret is rejected', () => {
    expect(isSignedCall(keys, call, signedQuery({ ...keys, secret: 'other' }, call, now), now)).toBe(false)
  })

  test('a call whose time differs too much is rejected', () => {
    for (const at of [now - 601, now + 601])
      expect(isSignedCall(keys, call, signedQuery(keys, call, at), now)).toBe(false)
    expect(isSignedCall(keys, call, signedQuery(keys, call, now - 599), now)).toBe(true)
  })
})
