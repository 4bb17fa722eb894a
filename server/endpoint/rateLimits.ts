/**
 * What attempts are counted by: the network address, the account (the submitted e-mail address, or that of the
 * session), the session, or the reference of a step.
 */
export type LimitKey = 'address' | 'account' | 'session' | 'reference'

type Limit = {
  key: LimitKey
  /** Allowed attempts per period. */
  points: number
  /** The period in seconds, from the first attempt. */
  seconds: number
  /** What happens when attempts cannot be counted: account endpoints are refused, reads are allowed. */
  onStoreError: 'refuse' | 'allow'
}

const minute = 60
const quarterHour = 15 * minute
const hour = 60 * minute

const strictLimit = (key: LimitKey, points: number, seconds: number): Limit => ({
  key,
  points,
  seconds,
  onStoreError: 'refuse',
})
const lenientLimit = (key: LimitKey, points: number, seconds: number): Limit => ({
  key,
  points,
  seconds,
  onStoreError: 'allow',
})

/** All rate limits. Endpoints name theirs; `guest` applies to every call without a session. */
export const limitTable = {
  guest: lenientLimit('address', 200, minute),
  file: lenientLimit('address', 600, minute),

  login: strictLimit('address', 10, minute),
  /** Wrong passwords: one more locks the account for the same period (`auth/locks.ts`). */
  'wrong-login': strictLimit('account', 10, quarterHour),
  /** One-time codes that are sent after correct passwords. */
  'login-code': strictLimit('account', 6, hour),
  verify: strictLimit('address', 30, quarterHour),
  refresh: strictLimit('address', 60, minute),

  'reset-begun': strictLimit('account', 3, hour),
  'reset-begun-here': strictLimit('address', 20, hour),
  'reset-link': strictLimit('address', 20, hour),
  'reset-finished': strictLimit('address', 20, hour),

  'password-change': strictLimit('address', 30, quarterHour),
  /** Wrong current passwords, also after a new sign-in. */
  'wrong-password': strictLimit('account', 5, quarterHour),

  'e-mail-begun': strictLimit('account', 5, hour),
  'e-mail-begun-here': strictLimit('address', 20, hour),
  'e-mail-code': strictLimit('address', 30, quarterHour),
  register: strictLimit('address', 10, hour),

  upload: strictLimit('session', 120, hour),
  avatar: strictLimit('session', 20, hour),
  'broadcasting-auth': strictLimit('session', 120, minute),
  'broadcasting-missed': strictLimit('session', 600, minute),
  search: lenientLimit('session', 60, minute),
  find: lenientLimit('session', 120, minute),
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limitTable
