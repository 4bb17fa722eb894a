import { limits } from '#shared/limits.ts'

/**
 * What attempts are counted by: the network address, the browser (its device cookie, and the address without one), the
 * account (the submitted e-mail address, or that of the session), the user of the session over all their sessions, or the
 * user only if they are a reader, a user without permissions.
 */
export type RateLimitKey = 'address' | 'browser' | 'account' | 'user' | 'reader'

type RateLimit = {
  key: RateLimitKey
  /** Allowed attempts per period. */
  points: number
  /** The period in seconds, from the first attempt. */
  seconds: number
  /**
   * Where attempts are counted. `database`: over all processes, also after a restart; a call that cannot be counted is
   * refused. `memory`: in each process, without a query and whether or not the database answers.
   */
  store: 'database' | 'memory'
}

const minute = 60
const quarterHour = 15 * minute
const hour = 60 * minute
const day = 24 * hour

const inDatabase = (key: RateLimitKey, points: number, seconds: number): RateLimit => ({
  key,
  points,
  seconds,
  store: 'database',
})
const inMemory = (key: RateLimitKey, points: number, seconds: number): RateLimit => ({
  key,
  points,
  seconds,
  store: 'memory',
})

/**
 * All rate limits. Endpoints name theirs; `guest` applies to every call without a session. What protects passwords, codes,
 * and the stock of judgments is counted in the database; what protects the processor of a process, in its memory.
 */
export const rateLimitTable = {
  guest: inMemory('browser', 200, minute),
  file: inMemory('address', 600, minute),
  /** New sockets of a network that stay without a session: one that signs in is given back. */
  'anonymous-socket': inMemory('address', 300, 10),

  login: inDatabase('browser', 10, minute),
  /** Sign-ins of one account with device cookies, over all of its browsers. */
  'known-login': inDatabase('account', 30, minute),
  /** Wrong passwords: one more locks the account for the same period (`auth/locks.ts`). */
  'wrong-login': inDatabase('account', 10, quarterHour),
  /** One-time codes that are sent after correct passwords. */
  'login-code': inDatabase('account', 6, hour),
  verify: inDatabase('browser', 30, quarterHour),
  refresh: inDatabase('address', 60, minute),

  'reset-begun': inDatabase('account', 3, hour),
  'reset-begun-here': inDatabase('address', 20, hour),
  'reset-link': inDatabase('address', 20, hour),
  'reset-finished': inDatabase('address', 20, hour),

  /** Links that confirm or revert a changed e-mail address. */
  'email-link': inDatabase('address', 20, hour),

  'password-change': inDatabase('address', 30, quarterHour),
  /** Wrong current passwords, also after a new sign-in. */
  'wrong-password': inDatabase('account', 5, quarterHour),

  /** First codes of a new authenticator app. */
  'factor-code': inDatabase('user', 20, quarterHour),

  'e-mail-begun': inDatabase('account', 5, hour),
  'e-mail-begun-here': inDatabase('address', 20, hour),
  'e-mail-code': inDatabase('address', 30, quarterHour),
  register: inDatabase('address', 10, hour),

  upload: inDatabase('user', 120, hour),
  /** Uploads in parts: a folder of judgments is uploaded at once. */
  'upload-begun': inDatabase('user', 3000, hour),
  'upload-part': inMemory('user', 3000, minute),
  avatar: inDatabase('user', 20, hour),
  /** Changes of the own name: each is written to the audit log. */
  profile: inDatabase('user', 60, hour),
  'broadcasting-auth': inMemory('user', 600, minute),
  'broadcasting-missed': inMemory('user', 1200, minute),
  search: inMemory('user', 60, minute),
  /** Dynamic pages, also of users with a session, whom `guest` does not count. */
  page: inMemory('browser', 200, minute),
  /** One for each letter: ten a second, faster than typing. */
  suggest: inMemory('user', 600, minute),
  /** Lists and the choices of their forms. */
  list: inMemory('user', 600, minute),
  find: inMemory('user', 120, minute),
  /** Records of the lists, and their histories. */
  record: inMemory('user', 600, minute),
  /** Whether a row is in a list that is searched: the web asks after each live event. */
  'is-displayed': inMemory('user', 1200, minute),
  /** Texts of cases that are read for the uses of a phrase. */
  'phrase-uses': inMemory('user', 60, minute),
  /** Changes of a user's own notes, and files of them, which contain quotations. */
  note: inDatabase('user', 600, hour),
  'note-export': inDatabase('user', 20, hour),
  /** Different cases and phrases that a reader opens in a day; READS_PER_DAY replaces the number. */
  reading: inDatabase('reader', limits.reader.reads_per_day, day),
  /** One case or phrase: opened again within a day, it is no other one. */
  opened: inDatabase('reader', 1, day),
  /** Each report notifies staff. */
  'error-report': inDatabase('user', limits.reader.reports_per_hour, hour),
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimitTable
