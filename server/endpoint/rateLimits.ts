/**
 * Whose tries are counted together: those of a network address, of an account (the e-mail that was sent, or the
 * session's), of a session, or of the reference that a step was begun with.
 */
export type LimitKey = 'address' | 'account' | 'session' | 'reference'

export type Limit = {
  key: LimitKey
  /** So many tries… */
  points: number
  /** …in so many seconds from the first of them. */
  seconds: number
  /** When the tries cannot be counted: doors of accounts stay shut, reading goes on. */
  uncounted: 'refuse' | 'allow'
}

const minute = 60
const quarter = 15 * minute
const hour = 60 * minute

const guarded = (key: LimitKey, points: number, seconds: number): Limit => ({
  key,
  points,
  seconds,
  uncounted: 'refuse',
})
const reading = (key: LimitKey, points: number, seconds: number): Limit => ({
  key,
  points,
  seconds,
  uncounted: 'allow',
})

/** Every limit of attempts there is. A door names its own; `guest` holds for every call without a session. */
export const limitTable = {
  guest: reading('address', 200, minute),
  file: reading('address', 600, minute),

  login: guarded('address', 10, minute),
  /** Wrong passwords: one more locks the account for as long (`auth/locks.ts`). */
  'wrong-login': guarded('account', 10, quarter),
  /** One-time codes sent after right passwords. */
  'login-code': guarded('account', 6, hour),
  verify: guarded('address', 30, quarter),
  refresh: guarded('address', 60, minute),

  'reset-begun': guarded('account', 3, hour),
  'reset-begun-here': guarded('address', 20, hour),
  'reset-link': guarded('address', 20, hour),
  'reset-finished': guarded('address', 20, hour),

  'password-change': guarded('address', 30, quarter),
  /** Wrong current passwords; also after signing in anew. */
  'wrong-password': guarded('account', 5, quarter),

  'e-mail-begun': guarded('account', 5, hour),
  'e-mail-begun-here': guarded('address', 20, hour),
  'e-mail-code': guarded('address', 30, quarter),
  register: guarded('address', 10, hour),

  upload: guarded('session', 120, hour),
  avatar: guarded('session', 20, hour),
  'broadcasting-auth': guarded('session', 120, minute),
  'broadcasting-missed': guarded('session', 600, minute),
  search: reading('session', 60, minute),
  find: reading('session', 120, minute),
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limitTable
