import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { isUnavailable } from '#server/db/unavailable.ts'
import { networkOf } from '#server/endpoint/address.ts'
import type { Session } from '#server/session/session.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type LimitKey, type LimitName, limitTable } from '#server/endpoint/rateLimits.ts'

/**
 * The caller of an attempt. The keys of limits are the address, the session, and validated fields of the input, never
 * anything else.
 */
type Caller = { address: string; session: Session | undefined; input?: unknown }

export type Limits = ReturnType<typeof openLimits>

type Options = {
  scale?: number
  /** Called once per period when a limit is reached, with its key: an address, or a hash. */
  onReached?: (name: LimitName, key: string) => void
  /** Called when attempts could not be counted. */
  onError?: (error: Error) => void
}

/**
 * Rate limits in PostgreSQL. They use the pool and never the transaction of a call, so that the attempt of a failed
 * call stays counted. `scale` multiplies every limit, because all tests come from one address.
 */
export function openLimits(
  pool: pg.Pool,
  { scale = 1, onReached = () => undefined, onError = () => undefined }: Options = {},
) {
  const limiters = Object.fromEntries(
    Object.entries(limitTable).map(([name, { points, seconds }]) => [
      name,
      createLimiter(pool, name, points * scale, seconds),
    ]),
  ) as Record<LimitName, RateLimiterPostgres>

  /** Consumes one attempt of `key`. Throws `too-many` when none is left. */
  async function consume(name: LimitName, key: string) {
    try {
      await limiters[name].consume(hashKey(key))
    } catch (error) {
      if (error instanceof RateLimiterRes) {
        if (error.consumedPoints === limiters[name].points + 1) onReached(name, loggedKey(name, key))
        throw tooMany(error.msBeforeNext)
      }
      // The call needs the same database: it is refused now, not after another time-out.
      if (limitTable[name].onStoreError === 'refuse' || isUnavailable(error)) throw error
      onError(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return {
    consume,

    /** Consumes one attempt of every limit whose key the call has. */
    async consumeAll(names: readonly LimitName[], caller: Caller) {
      for (const name of names) {
        const key = keyOf[limitTable[name].key](caller)
        if (key !== undefined) await consume(name, key)
      }
    },

    /** Consumes one attempt and returns how many were consumed, also above the limit. */
    async consumeAndCount(name: LimitName, key: string): Promise<number> {
      return (await limiters[name].penalty(hashKey(key))).consumedPoints
    },

    /** The number of consumed attempts, also above the limit. */
    consumed: async (name: LimitName, key: string) => (await limiters[name].get(hashKey(key)))?.consumedPoints ?? 0,

    /** Blocks `key` for the full period of the limit from now on. */
    block: (name: LimitName, key: string) => limiters[name].block(hashKey(key), limitTable[name].seconds),

    /** Deletes the attempts of `key`. */
    reset: (name: LimitName, key: string) => limiters[name].delete(hashKey(key)),

    /** The number of attempts of a limit. */
    points: (name: LimitName) => limiters[name].points,
  }
}

const createLimiter = (pool: pg.Pool, name: string, points: number, seconds: number) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // All limiters share one table, so one of them clears it.
    clearExpiredByTimeout: name === 'guest',
  })

const tooMany = (ms: number) => new ApiError('too-many', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })

/** Hashed, because e-mail addresses exceed the column and must not be readable in the table. */
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')

/** The key as it is logged. */
const loggedKey = (name: LimitName, key: string) => (limitTable[name].key === 'address' ? key : hashKey(key))

const keyOf: Record<LimitKey, (caller: Caller) => string | undefined> = {
  address: ({ address }) => networkOf(address),
  session: ({ session }) => session?.id,
  account: ({ session, input }) => session?.user.email ?? firstText(input, ['email', 'Email'])?.toLowerCase(),
  reference: ({ input }) => firstText(input, ['reference', 'ref', 'EmailReference']),
}

function firstText(input: unknown, names: string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  return names.map((name) => (input as Record<string, unknown>)[name]).find((value) => typeof value === 'string')
}
