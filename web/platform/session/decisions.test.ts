import { describe, expect, test } from 'vitest'
import type { DecodedToken } from '#shared/calls/auth.ts'
import { beginLife, isRenewalDue, readStoredToken, untilNextLook, verdictOf } from './decisions.ts'

const minute = 60_000
const start = Date.parse('2026-03-01T08:00:00Z')

const tokenUntil = (time: number) =>
  `aGVhZA.${Buffer.from(JSON.stringify({ exp: time / 1000 })).toString('base64url')}.c2ln`

function decode(minutes = 60): DecodedToken {
  return {
    created_at: new Date(start).toISOString(),
    expires_at: new Date(start + minutes * minute).toISOString(),
    remember: false,
    abilities: [],
    user: { id: 1, name: 'އަޙްމަދު', email: 'a@hukum.test', avatar: null, subscription: null },
  }
}

describe('a stored token', () => {
  test('that has not expired is usable', () => {
    expect(readStoredToken(tokenUntil(start + 1000), start).is).toBe('usable')
  })
  test('that has expired is known to have', () => {
    expect(readStoredToken(tokenUntil(start), start).is).toBe('expired')
  })
  test('that says nothing about its time is for the server to judge', () => {
    expect(readStoredToken('a.b.c', start)).toEqual({ is: 'usable', token: 'a.b.c' })
  })
  test.each([[null], [''], ['undefined'], ['a b.c.d'], ['a.b']])('%j is none', (text) => {
    expect(readStoredToken(text, start)).toEqual({ is: 'none' })
  })
})

describe('an answer about the session', () => {
  const failure = (code: string) => ({ Status: 'error', Message: 'No.', code, payload: { errors: {} } }) as const

  test('with a token is a session', () => {
    const decodedToken = decode()
    expect(verdictOf({ Status: 'success', Message: '', decodedToken, encodedToken: 't' })).toEqual({
      is: 'session',
      token: 't',
      decoded: decodedToken,
    })
  })
  test('without a decoded token ends it', () => {
    expect(verdictOf({ Status: 'success', Message: '' })).toEqual({ is: 'ended' })
    expect(verdictOf(failure('no-session'))).toEqual({ is: 'ended' })
    expect(verdictOf(failure('not-allowed'))).toEqual({ is: 'ended' })
  })
  test.each(['network', 'timeout', 'unavailable', 'broken'])('that tells of trouble (%s) leaves it open', (code) => {
    expect(verdictOf(failure(code))).toEqual({ is: 'unclear', message: 'No.' })
  })
})

describe('renewing', () => {
  const life = beginLife(decode(), { isFresh: true, now: start })

  test('waits until 25 minutes have passed', () => {
    const active = { ...life, activeAt: start + 5 * minute }
    expect(isRenewalDue(active, start + 24 * minute)).toBe(false)
    expect(isRenewalDue(active, start + 25 * minute)).toBe(true)
    expect(untilNextLook(active, start + 5 * minute)).toBe(20 * minute)
  })
  test('does not happen for a person who has gone', () => {
    expect(isRenewalDue(life, start + 40 * minute)).toBe(false)
    expect(untilNextLook(life, start)).toBe(60 * minute - 30_000)
  })
  test('happens at once when the person comes back', () => {
    expect(isRenewalDue({ ...life, activeAt: start + 40 * minute }, start + 40 * minute)).toBe(true)
  })
  test('happens when the token is about to expire, even without a person', () => {
    expect(isRenewalDue(life, start + 60 * minute - 30_000)).toBe(true)
  })
  test('is not tried again at once', () => {
    const tried = { ...life, triedAt: start + 60 * minute }
    expect(isRenewalDue(tried, start + 60 * minute + 9_000)).toBe(false)
    expect(isRenewalDue(tried, start + 60 * minute + 10_000)).toBe(true)
    expect(untilNextLook(tried, start + 60 * minute)).toBe(10_000)
  })
  test('of a short token happens in its last quarter', () => {
    const short = beginLife(decode(1), { isFresh: true, now: start })
    expect(isRenewalDue(short, start + 44_000)).toBe(false)
    expect(isRenewalDue(short, start + 45_000)).toBe(true)
  })
})

test('a fresh token lives by this clock, even when it disagrees with the server', () => {
  const late = start + 3 * 60 * minute
  expect(beginLife(decode(), { isFresh: true, now: late }).expiresAt).toBe(late + 60 * minute)
})

test('a token that was restored keeps its age', () => {
  const now = start + 30 * minute
  const life = { ...beginLife(decode(), { isFresh: false, now }), activeAt: now }
  expect(isRenewalDue(life, now)).toBe(true)
})
