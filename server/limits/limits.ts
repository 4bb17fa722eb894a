import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#server/endpoint/address.ts'
import type { Session } from '#server/session/session.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type LimitKey, type LimitName, limitTable } from '#server/endpoint/rateLimits.ts'

/** Who tries: what is counted is the address, the session, or a validated field of the input, never anything else of it. */
export type Trier = { address: string; session: Session | undefined; input?: unknown }

export type Limits = ReturnType<typeof openLimits>

type Settings = {
  scale?: number
  /** Hears once in its time that a limit was reached, and by whom: an address, or something unreadable. */
  onReached?: (name: LimitName, who: string) => void
  /** Hears that tries could not be counted. */
  onTrouble?: (error: Error) => void
}

/**
 * Counts attempts in PostgreSQL, on the pool and never in the transaction of a call, so that a refused call keeps its
 * try counted. `scale` multiplies every limit: tests that all come from one address need more room than people.
 */
export function openLimits(
  pool: pg.Pool,
  { scale = 1, onReached = () => undefined, onTrouble = () => undefined }: Settings = {},
) {
  const limiters = Object.fromEntries(
    Object.entries(limitTable).map(([name, { points, seconds }]) => [name, open(pool, name, points * scale, seconds)]),
  ) as Record<LimitName, RateLimiterPostgres>

  /** Takes one try of `key`. Throws `too-many` when there is none left. */
  async function take(name: LimitName, key: string) {
    try {
      await limiters[name].consume(hashed(key))
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) {
        if (thrown.consumedPoints === limiters[name].points + 1) onReached(name, nameOf(name, key))
        throw tooMany(thrown.msBeforeNext)
      }
      if (limitTable[name].uncounted === 'refuse') throw thrown
      onTrouble(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }

  return {
    take,

    /** Takes one try of every limit whose key the call has. */
    async takeAll(names: readonly LimitName[], trier: Trier) {
      for (const name of names) {
        const key = keyOf[limitTable[name].key](trier)
        if (key !== undefined) await take(name, key)
      }
    },

    /** Takes one try and answers which one it is, past the limit too. */
    async count(name: LimitName, key: string): Promise<number> {
      return (await limiters[name].penalty(hashed(key))).consumedPoints
    },

    /** Gives a try back that turned out to be none. */
    giveBack: (name: LimitName, key: string) => limiters[name].reward(hashed(key)),

    /** Leaves no try of `key` for the whole time of the limit, from now. */
    block: (name: LimitName, key: string) => limiters[name].block(hashed(key), limitTable[name].seconds),

    /** Forgets the tries of `key`. */
    forget: (name: LimitName, key: string) => limiters[name].delete(hashed(key)),

    /** How many tries there are. */
    points: (name: LimitName) => limiters[name].points,
  }
}

const open = (pool: pg.Pool, name: string, points: number, seconds: number) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // All of them share one table: one is enough to clear it.
    clearExpiredByTimeout: name === 'guest',
  })

const tooMany = (ms: number) => new ApiError('too-many', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) })

/** E-mails are longer than the column and no business of whoever reads the table. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Whose limit it was, for the log. */
const nameOf = (name: LimitName, key: string) => (limitTable[name].key === 'address' ? key : hashed(key))

const keyOf: Record<LimitKey, (trier: Trier) => string | undefined> = {
  address: ({ address }) => networkOf(address),
  session: ({ session }) => session?.id,
  account: ({ session, input }) => session?.user.email ?? textOf(input, ['email', 'Email'])?.toLowerCase(),
  reference: ({ input }) => textOf(input, ['reference', 'ref', 'EmailReference']),
}

function textOf(input: unknown, names: string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  return names.map((name) => (input as Record<string, unknown>)[name]).find((value) => typeof value === 'string')
}
