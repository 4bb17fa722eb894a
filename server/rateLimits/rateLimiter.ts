import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#server/endpoint/address.ts'
import type { Device } from '#server/security/devices.ts'
import type { Session } from '#server/session/session.ts'
import { tooMany } from '#server/endpoint/apiError.ts'
import { type RateLimitKey, type RateLimitName, rateLimitTable } from '#server/endpoint/rateLimits.ts'

/**
 * The caller of an attempt. The keys of limits are the address, the device of a signed cookie, the user, and validated
 * fields of the input, never anything else.
 */
type Caller = { address: string; device?: Device | undefined; session: Session | undefined; input?: unknown }

export type RateLimiter = ReturnType<typeof openRateLimiter>

type Options = {
  scale?: number
  /** Numbers that replace those of the table; 0 turns a limit off. */
  points?: Partial<Record<RateLimitName, number>>
  /** Called once per period when a limit is reached, with its key: an address, a device, or a hash. */
  onReached?: (name: RateLimitName, key: string) => void
}

/**
 * Rate limits. Those of the database use the pool and never the transaction of a call, so that the attempt of a failed
 * call stays counted. `scale` multiplies every limit, because all tests come from one address.
 */
export function openRateLimiter(pool: pg.Pool, { scale = 1, points = {}, onReached = () => undefined }: Options = {}) {
  const limiters = createLimiters(pool, { scale, points })

  /** Consumes one attempt of `key`. Throws `too-many` when none is left. */
  async function consume(name: RateLimitName, key: string) {
    const limiter = limiters[name]
    if (limiter.points === 0) return
    try {
      await limiter.consume(hashKey(key))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      if (await forgetFutureCount(limiter, key, error)) return consume(name, key)
      if (error.consumedPoints === limiter.points + 1) onReached(name, loggedKey(name, key))
      throw tooMany(error.msBeforeNext / 1000)
    }
  }

  return {
    consume,

    /** Consumes one attempt of every limit whose key the call has. */
    async consumeAll(names: readonly RateLimitName[], caller: Caller) {
      for (const name of names) {
        const key = keyOf[rateLimitTable[name].key](caller)
        if (key !== undefined) await consume(name, key)
      }
    },

    /** Consumes attempts and returns how many were consumed, also above the limit. */
    async consumeAndCount(name: RateLimitName, key: string, attempts = 1): Promise<number> {
      const count = await limiters[name].penalty(hashKey(key), attempts)
      return (await forgetFutureCount(limiters[name], key, count))
        ? (await limiters[name].penalty(hashKey(key), attempts)).consumedPoints
        : count.consumedPoints
    },

    /** Returns one attempt. */
    refund: (name: RateLimitName, key: string) => limiters[name].reward(hashKey(key)),

    /** The number of consumed attempts, also above the limit. */
    async consumed(name: RateLimitName, key: string): Promise<number> {
      const count = await limiters[name].get(hashKey(key))
      return !count || (await forgetFutureCount(limiters[name], key, count)) ? 0 : count.consumedPoints
    },

    /** Blocks `key` for the full period of the limit from now on. */
    block: (name: RateLimitName, key: string) => limiters[name].block(hashKey(key), rateLimitTable[name].seconds),

    /** Deletes the attempts of `key`. */
    reset: (name: RateLimitName, key: string) => limiters[name].delete(hashKey(key)),

    /** The number of attempts of a limit. */
    points: (name: RateLimitName) => limiters[name].points,
  }
}

type Opened = { Type: 'CaseFile' | 'Phrase'; Reference: string }
export type ReadingCounter = ReturnType<typeof createReadingCounter>

/**
 * Returns a function that consumes one attempt at `reading` for a case or a phrase that the caller is about to get, unless they
 * have opened it within a day: a text that is checked for a new version, or read in another tab, is not another one.
 */
export function createReadingCounter(rateLimiter: RateLimiter) {
  const pending = new Map<string, Promise<void>>()

  async function count(reader: string, key: string) {
    if ((await rateLimiter.consumed('opened', key)) > 0) return
    // It is marked as opened after it is counted: what is refused is refused again.
    await rateLimiter.consume('reading', reader)
    // Of calls at the same time in several processes, one counts.
    if ((await rateLimiter.consumeAndCount('opened', key)) > 1) await rateLimiter.refund('reading', reader)
  }

  return async (caller: Caller, { Type, Reference }: Opened) => {
    const reader = keyOf.reader(caller)
    if (reader === undefined || rateLimiter.points('reading') === 0) return
    const key = `${reader} ${Type} ${Reference}`
    const counted = pending.get(key) ?? count(reader, key).finally(() => pending.delete(key))
    pending.set(key, counted)
    await counted
  }
}

/** The clocks of several servers may be so far apart: one does not forget what another has counted. */
const tolerated_ms = 3_600_000

/**
 * Deletes a count that ends later than its period can: a clock that was ahead has set its end, and it would lock a user out
 * for as long. Returns whether it did.
 */
async function forgetFutureCount(
  limiter: RateLimiterPostgres | RateLimiterMemory,
  key: string,
  { msBeforeNext }: RateLimiterRes,
): Promise<boolean> {
  if (msBeforeNext <= limiter.duration * 1000 + tolerated_ms) return false
  await limiter.delete(hashKey(key))
  return true
}

const createLimiters = (pool: pg.Pool, { scale, points }: Required<Pick<Options, 'scale' | 'points'>>) =>
  Object.fromEntries(
    Object.entries(rateLimitTable).map(([name, limit]) => [
      name,
      createLimiter[limit.store](pool, {
        keyPrefix: name,
        points: (points[name as RateLimitName] ?? limit.points) * scale,
        duration: limit.seconds,
      }),
    ]),
  ) as Record<RateLimitName, RateLimiterPostgres | RateLimiterMemory>

type LimiterOptions = { keyPrefix: string; points: number; duration: number }

const createLimiter = {
  memory: (_pool: pg.Pool, options: LimiterOptions) => new RateLimiterMemory(options),

  database: (pool: pg.Pool, options: LimiterOptions) =>
    new RateLimiterPostgres({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The second attempt above a limit and later ones are refused in memory, without a query, until the period ends.
      inMemoryBlockOnConsumed: options.points + 1,
      // All limiters share one table, so one of them clears it.
      clearExpiredByTimeout: options.keyPrefix === 'login',
    }),
}

/** Hashed, because e-mail addresses exceed the column and must not be readable in the table. */
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')

/** The key as it is logged. */
const loggedKey = (name: RateLimitName, key: string) =>
  ['address', 'browser'].includes(rateLimitTable[name].key) ? key : hashKey(key)

const keyOf: Record<RateLimitKey, (caller: Caller) => string | undefined> = {
  address: ({ address }) => networkOf(address),
  browser: ({ device, address }) => device?.id ?? networkOf(address),
  account: ({ session, input }) => firstText(input, ['email', 'Email'])?.toLowerCase() ?? session?.user.email,
  user: ({ session }) => session && String(session.user_id),
  reader: ({ session }) => (session?.abilities.length === 0 ? String(session.user_id) : undefined),
}

function firstText(input: unknown, names: string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  return names.map((name) => (input as Record<string, unknown>)[name]).find((value) => typeof value === 'string')
}
