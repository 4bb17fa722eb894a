import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { DecodedToken } from '#shared/calls/auth.ts'
import {
  createReloader,
  startLifetime,
  isRenewalDue,
  readStoredToken,
  msUntilNextCheck,
  sessionOutcomeOf,
} from './decisions.ts'

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

describe('reading a stored token', () => {
  test('a stored token that has not expired is usable', () => {
    expect(readStoredToken(tokenUntil(start + 1000), start).is).toBe('usable')
  })
  test('a stored token that has expired is reported as expired', () => {
    expect(readStoredToken(tokenUntil(start), start).is).toBe('expired')
  })
  test('a stored token without an expiry time is usable, so that the server decides', () => {
    expect(readStoredToken('a.b.c', start)).toEqual({ is: 'usable', token: 'a.b.c' })
  })
  test.each([[null], [''], ['undefined'], ['a b.c.d'], ['a.b']])('%j is not a token', (text) => {
    expect(readStoredToken(text, start)).toEqual({ is: 'none' })
  })
})

describe('reading an answer about the session', () => {
  const failure = (code: string) => ({ Status: 'error', Message: 'No.', code, payload: { errors: {} } }) as const

  test('an answer with a token is a session', () => {
    const decodedToken = decode()
    expect(sessionOutcomeOf({ Status: 'success', Message: '', decodedToken, encodedToken: 't' })).toEqual({
      is: 'session',
      token: 't',
      decoded: decodedToken,
    })
  })
  test('an answer without a decoded token ends the session', () => {
    expect(sessionOutcomeOf({ Status: 'success', Message: '' })).toEqual({ is: 'ended' })
    expect(sessionOutcomeOf(failure('no-session'))).toEqual({ is: 'ended' })
    expect(sessionOutcomeOf(failure('not-allowed'))).toEqual({ is: 'ended' })
  })
  test.each(['network', 'timeout', 'unavailable', 'broken'])(
    'an answer with a transient error (%s) leaves the session undecided',
    (code) => {
      expect(sessionOutcomeOf(failure(code))).toEqual({ is: 'unclear', message: 'No.' })
    },
  )
})

describe('renewing a token', () => {
  const life = startLifetime(decode(), { isFresh: true, now: start })

  test('a token is renewed 25 minutes after the last renewal', () => {
    const active = { ...life, activeAt: start + 5 * minute }
    expect(isRenewalDue(active, start + 24 * minute)).toBe(false)
    expect(isRenewalDue(active, start + 25 * minute)).toBe(true)
    expect(msUntilNextCheck(active, start + 5 * minute)).toBe(20 * minute)
  })
  test('a token of an inactive user is not renewed before it is about to expire', () => {
    expect(isRenewalDue(life, start + 40 * minute)).toBe(false)
    expect(msUntilNextCheck(life, start)).toBe(60 * minute - 30_000)
  })
  test('a token is renewed at once when the user becomes active after 25 minutes', () => {
    expect(isRenewalDue({ ...life, activeAt: start + 40 * minute }, start + 40 * minute)).toBe(true)
  })
  test('a token that is about to expire is renewed even for an inactive user', () => {
    expect(isRenewalDue(life, start + 60 * minute - 30_000)).toBe(true)
  })
  test('a failed renewal is not retried within ten seconds', () => {
    const tried = { ...life, triedAt: start + 60 * minute }
    expect(isRenewalDue(tried, start + 60 * minute + 9_000)).toBe(false)
    expect(isRenewalDue(tried, start + 60 * minute + 10_000)).toBe(true)
    expect(msUntilNextCheck(tried, start + 60 * minute)).toBe(10_000)
  })
  test('a short-lived token is renewed in its last quarter', () => {
    const short = startLifetime(decode(1), { isFresh: true, now: start })
    expect(isRenewalDue(short, start + 44_000)).toBe(false)
    expect(isRenewalDue(short, start + 45_000)).toBe(true)
  })
})

test('the expiry of a fresh token is counted from its arrival, even when the clocks disagree', () => {
  const late = start + 3 * 60 * minute
  expect(startLifetime(decode(), { isFresh: true, now: late }).expiresAt).toBe(late + 60 * minute)
})

test('a restored token keeps its age', () => {
  const now = start + 30 * minute
  const life = { ...startLifetime(decode(), { isFresh: false, now }), activeAt: now }
  expect(isRenewalDue(life, now)).toBe(true)
})

test('what could not be read is read again later, and once more for calls during a read', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answers = [false, false, true, true]
  let reads = 0
  const reload = createReloader(async () => answers[reads++] ?? true)
  await reload()
  expect(reads).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads).toBe(3)
  await Promise.all([reload(), reload()])
  expect(reads).toBe(5)
})
