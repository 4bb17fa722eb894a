import type { Answer } from '#shared/calls/answer.ts'
import type { DecodedToken, SessionAnswer } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'

/** What a tab knows about who is using it. */
export type Session =
  | { at: 'unknown' }
  /** There is a token, but nobody could be asked about it. */
  | { at: 'unreachable'; message: string }
  | { at: 'guest' }
  /** One that has lapsed is over, but what its person is typing is kept until he is back. */
  | { at: 'signed-in'; token: string; decoded: DecodedToken; hasLapsed?: true }

export type StoredToken = { is: 'none' } | { is: 'usable' | 'expired'; token: string }

/** What a stored token means before anybody is asked. One that has expired may still be renewable. */
export function readStoredToken(text: string | null, now: number): StoredToken {
  if (text === null || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return { is: 'none' }
  const expiry = expiryOf(text)
  return { is: expiry !== undefined && expiry <= now ? 'expired' : 'usable', token: text }
}

function expiryOf(token: string): number | undefined {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const isTimed =
      typeof payload === 'object' && payload !== null && 'exp' in payload && typeof payload.exp === 'number'
    return isTimed ? Number(payload.exp) * 1000 : undefined
  } catch {
    return undefined
  }
}

/** Failures of the moment: they say nothing about the session. */
const passing: ReadonlySet<string> = new Set(['network', 'timeout', 'unreadable', 'unavailable', 'broken', 'too-many'])

export const isPassing = (code: string) => passing.has(code)

export type Verdict =
  { is: 'session'; token: string; decoded: DecodedToken } | { is: 'ended' } | { is: 'unclear'; message: string }

/** An answer without a decoded token ends the session, unless it tells of trouble that passes. */
export function verdictOf(answer: Answer<Partial<SessionAnswer>>): Verdict {
  if (answer.Status === 'error') {
    return isPassing(answer.code) ? { is: 'unclear', message: answer.Message } : { is: 'ended' }
  }
  const { decodedToken, encodedToken } = answer
  return decodedToken && encodedToken ? { is: 'session', token: encodedToken, decoded: decodedToken } : { is: 'ended' }
}

/** The times of a token, by this machine's clock. */
export type Life = {
  renewedAt: number
  expiresAt: number
  /** The last sign of a person: a pointer or a key. */
  activeAt: number
  /** The last attempt at renewing, whatever came of it. */
  triedAt: number
}

const refreshEvery = limits.session.refresh_minutes * 60_000
/** A renewal must reach the server while the token still lives. */
const lead = 30_000
/** What failed is not tried again at once. */
const pause = 10_000

/**
 * A fresh token lives as long as the server says, counted from its arrival: the two clocks need not agree. What is told
 * about an older token can only be read by the calendar.
 */
export function beginLife(
  { created_at, expires_at }: DecodedToken,
  { isFresh, now }: { isFresh: boolean; now: number },
): Life {
  const expiresAt = isFresh ? now + Date.parse(expires_at) - Date.parse(created_at) : Date.parse(expires_at)
  const renewedAt = isFresh ? now : Math.min(now, Date.parse(created_at))
  return { renewedAt, expiresAt, activeAt: now, triedAt: isFresh ? now : 0 }
}

/** Renewed every 25 minutes while the person is active, and once when the token is about to expire. */
export function isRenewalDue(life: Life, now: number): boolean {
  if (now - life.triedAt < pause) return false
  if (now >= expiryAlarm(life)) return true
  return now - life.renewedAt >= refreshEvery && life.activeAt > life.renewedAt
}

/** How long until it is worth asking again. */
export function untilNextLook(life: Life, now: number): number {
  const alarm = expiryAlarm(life)
  const refresh = life.renewedAt + refreshEvery
  const next = life.activeAt > life.renewedAt ? Math.min(refresh, alarm) : alarm
  return Math.max(next, life.triedAt + pause, now + 1000) - now
}

/** A token that lives only shortly is renewed in its last quarter. */
const expiryAlarm = ({ renewedAt, expiresAt }: Life) =>
  expiresAt - Math.min(lead, Math.max(0, expiresAt - renewedAt) / 4)
