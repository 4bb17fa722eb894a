import type { Answer } from '#shared/calls/answer.ts'
import type { DecodedToken, SessionAnswer } from '#shared/calls/auth.ts'
import { backoff } from '#shared/backoff.ts'
import { limits } from '#shared/limits.ts'

/** What a tab knows about its user. */
export type Session =
  | { at: 'unknown' }
  /** There is a token, but the server cannot be reached to verify it. */
  | { at: 'unreachable'; message: string }
  /** `hasEnded`: this page had a session, or a token that the server rejected. */
  | { at: 'guest'; hasEnded?: true }
  /** An expired session keeps the page, and what is typed in it, until the user signs in again. */
  | { at: 'signed-in'; token: string; decoded: DecodedToken; isExpired?: true }

type StoredToken = { is: 'none' } | { is: 'usable' | 'expired'; token: string }

/** Reads a stored token without the server. An expired one may still be renewable. */
export function readStoredToken(text: string | null, now: number): StoredToken {
  if (text === null || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return { is: 'none' }
  const expiry = timeIn(text, 'exp')
  return { is: expiry !== undefined && expiry <= now ? 'expired' : 'usable', token: text }
}

/** Whether a token was issued after the other one, or at the same time; without their times, a different one is newer. */
export function isNewerToken(token: string, other: string | null | undefined): boolean {
  if (other === null || other === undefined) return true
  return token !== other && (timeIn(token, 'iat') ?? 0) >= (timeIn(other, 'iat') ?? 0)
}

/** A time of a token in milliseconds, or undefined. */
function timeIn(token: string, claim: 'exp' | 'iat'): number | undefined {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const seconds: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, claim) : undefined
    return typeof seconds === 'number' ? seconds * 1000 : undefined
  } catch {
    return undefined
  }
}

/** Transient errors: they say nothing about the session. */
const transientCodes: ReadonlySet<string> = new Set([
  'network',
  'timeout',
  'unreadable',
  'unavailable',
  'broken',
  'too-many',
])

export const isTransientError = (code: string) => transientCodes.has(code)

type SessionOutcome =
  | { is: 'session'; token: string; decoded: DecodedToken }
  | { is: 'ended' }
  | { is: 'unclear'; message: string }

/** An answer without a decoded token ends the session, unless it is a transient error. */
export function sessionOutcomeOf(answer: Answer<Partial<SessionAnswer>>): SessionOutcome {
  if (answer.Status === 'error') {
    return isTransientError(answer.code) ? { is: 'unclear', message: answer.Message } : { is: 'ended' }
  }
  const { decodedToken, encodedToken } = answer
  return decodedToken && encodedToken ? { is: 'session', token: encodedToken, decoded: decodedToken } : { is: 'ended' }
}

/** The times of a token, by the clock of this machine. */
export type TokenLifetime = {
  renewedAt: number
  expiresAt: number
  /** The last user activity: a pointer or a key. */
  activeAt: number
  /** The last attempt at a renewal, successful or not. */
  triedAt: number
}

const renewal_interval_ms = limits.session.refresh_minutes * 60_000
/** A renewal must reach the server before the token expires. */
const renewal_lead_ms = 30_000
/** The pause after a failed renewal. */
const retry_pause_ms = 10_000

/**
 * A fresh token expires after its duration, counted from its arrival, as the two clocks may disagree. An older token
 * can only be read by the calendar.
 */
export function startLifetime(
  { created_at, expires_at }: DecodedToken,
  { isFresh, now }: { isFresh: boolean; now: number },
): TokenLifetime {
  const expiresAt = isFresh ? now + Date.parse(expires_at) - Date.parse(created_at) : Date.parse(expires_at)
  const renewedAt = isFresh ? now : Math.min(now, Date.parse(created_at))
  return { renewedAt, expiresAt, activeAt: now, triedAt: isFresh ? now : 0 }
}

/** Renews every 25 minutes while the user is active, and once before the token expires. */
export function isRenewalDue(lifetime: TokenLifetime, now: number): boolean {
  if (now - lifetime.triedAt < retry_pause_ms) return false
  if (now >= renewalDeadline(lifetime)) return true
  return now - lifetime.renewedAt >= renewal_interval_ms && lifetime.activeAt > lifetime.renewedAt
}

/** Milliseconds until `isRenewalDue` may change. */
export function msUntilNextCheck(lifetime: TokenLifetime, now: number): number {
  const deadline = renewalDeadline(lifetime)
  const refresh = lifetime.renewedAt + renewal_interval_ms
  const next = lifetime.activeAt > lifetime.renewedAt ? Math.min(refresh, deadline) : deadline
  return Math.max(next, lifetime.triedAt + retry_pause_ms, now + 1000) - now
}

/** A short-lived token is renewed in its last quarter. */
const renewalDeadline = ({ renewedAt, expiresAt }: TokenLifetime) =>
  expiresAt - Math.min(renewal_lead_ms, Math.max(0, expiresAt - renewedAt) / 4)

/** Returns a function that runs `run`: concurrent calls share one run. */
export function shareRuns<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => (running ??= run().finally(() => (running = undefined)))
}

/**
 * Returns a function that runs `read`: one at a time, once more for calls during a run, and again with backoff while it
 * answers false.
 */
export function createReloader(read: () => Promise<boolean>) {
  let running: Promise<void> | undefined
  let requests = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    clearTimeout(timer)
    const asked = requests
    const isRead = await read().finally(() => (running = undefined))
    failures = isRead ? 0 : failures + 1
    if (!isRead) timer = setTimeout(() => void reload(), backoff(failures - 1))
    else if (requests !== asked) await reload()
  }

  function reload(): Promise<void> {
    requests += 1
    running ??= run()
    return running
  }
  return reload
}
