import { createHmac } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import type { Secrets } from '#server/config/secrets.ts'
import { createTokens } from './tokens.ts'

/** `test/accounts/forgedTokens.test.ts` sends forged tokens to a server. */

const secrets = { token_key: 'k'.repeat(43) } as Secrets
const claims = {
  session_id: '6f1f8a3e-3c1a-4f6e-9a54-0b6f7d3f2c11',
  token_id: '7d4f2a6e-3f0b-4b1e-9a51-2f6c8f1f9d10',
  user_id: 12,
}
const times = { created_at: new Date('2026-01-01T00:00:00Z'), expires_at: new Date('2026-01-01T01:00:00Z') }
const signBy = (by: Secrets) => createTokens(by).sign({ ...claims, ...times, abilities: ['read-courts'] })

afterEach(() => {
  vi.useRealTimers()
})

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
/** A token of these parts with a valid signature. */
function signed(header: object, payload: object, hash = 'sha256') {
  const text = `${encode(header)}.${encode(payload)}`
  return `${text}.${createHmac(hash, Buffer.from(secrets.token_key, 'base64url')).update(text).digest('base64url')}`
}

test('a token has the claims that it was signed for, also when it has expired', async () => {
  const token = await signBy(secrets)
  expect(await createTokens(secrets).read(token)).toEqual({ ...claims, expires_at: times.expires_at })
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: '1' })
  expect(decodeJwt(token)).toEqual({
    iss: 'hukum',
    aud: 'hukum/api',
    sub: '12',
    sid: claims.session_id,
    jti: claims.token_id,
    abilities: ['read-courts'],
    iat: 1_767_225_600,
    exp: 1_767_229_200,
  })
})

test('a token with any header or claim that we do not write is refused, although its signature is valid', async () => {
  const real = await signBy(secrets)
  const [header, payload] = [decodeProtectedHeader(real), decodeJwt(real)]
  const tokens = createTokens(secrets)
  const without = (name: string) => Object.fromEntries(Object.entries(payload).filter(([one]) => one !== name))
  expect(await tokens.read(signed(header, payload))).toEqual({ ...claims, expires_at: times.expires_at })
  for (const forged of [
    ...['exp', 'iat', 'jti', 'sid', 'sub', 'iss', 'aud'].map((name) => signed(header, without(name))),
    signed({ ...header, alg: 'HS512' }, payload, 'sha512'),
    signed({ ...header, typ: 'JWT' }, payload),
    signed({ ...header, kid: '2' }, payload),
    signed(header, { ...payload, iss: 'evil' }),
    signed(header, { ...payload, aud: 'hukum/files' }),
    signed(header, { ...payload, sub: '12x' }),
    signed(header, { ...payload, sub: 'x12' }),
    signed(header, { ...payload, sub: '' }),
    signed(header, { ...payload, sid: 'no uuid' }),
    signed(header, { ...payload, jti: 'no uuid' }),
    `${real}=`,
    'a.b.c',
    '',
  ])
    expect(await tokens.read(forged), forged).toBeUndefined()
})

test('a token of another installation, with any part of another one, is refused', async () => {
  const tokens = createTokens(secrets)
  const [own, foreign] = await Promise.all([signBy(secrets), signBy({ ...secrets, token_key: 'm'.repeat(43) })])
  expect(await tokens.read(foreign)).toBeUndefined()
  const [header = '', payload = ''] = own.split('.')
  expect(await tokens.read(`${header}.${payload}.${foreign.split('.')[2] ?? ''}`)).toBeUndefined()
  expect(await tokens.read(`${header}.${payload}.`)).toBeUndefined()
})

test('a former key verifies until its time is over, also a token that was verified before', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
  const token = await signBy(secrets)
  const former = { id: '1', key: secrets.token_key, until: '2026-01-31T00:00:00.000Z' }
  const tokens = createTokens({ ...secrets, token_key: 'm'.repeat(43), token_key_id: '2', former_token_keys: [former] })
  expect(await tokens.read(token)).toMatchObject(claims)
  vi.setSystemTime(new Date('2026-01-30T23:59:59Z'))
  expect(await tokens.read(token)).toMatchObject(claims)
  vi.setSystemTime(new Date('2026-01-31T00:00:00Z'))
  expect(await tokens.read(token)).toBeUndefined()
})

test('a token that names an unknown key has the secrets read again, at most once a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const rotated: Secrets = { ...secrets, token_key: 'm'.repeat(43), token_key_id: '2' }
  let reads = 0
  const tokens = createTokens(secrets, () => {
    reads += 1
    return reads > 1 ? rotated : secrets
  })
  const [old, renewed] = await Promise.all([signBy(secrets), signBy(rotated)])
  expect(await tokens.read(old)).toMatchObject(claims)
  expect(reads).toBe(0)
  expect(await tokens.read(renewed)).toBeUndefined()
  vi.advanceTimersByTime(999)
  expect(await tokens.read(renewed)).toBeUndefined()
  expect(reads).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await tokens.read(renewed)).toMatchObject(claims)
  expect(decodeProtectedHeader(await tokens.sign({ ...claims, ...times, abilities: [] })).kid).toBe('2')
  // The first key was not retained: its tokens, also those that were verified, are refused.
  expect(await tokens.read(old)).toBeUndefined()
  expect(reads).toBe(2)
})

test('two tokens have different ids', () => {
  const { newTokenId } = createTokens(secrets)
  expect(newTokenId()).not.toBe(newTokenId())
})
