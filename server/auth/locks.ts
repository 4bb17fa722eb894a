import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { accountIsOpen } from '#server/session/account.ts'
import type { Context } from '#server/endpoint/context.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { rateLimitTable } from '#server/endpoint/rateLimits.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { QueueFull } from '#server/security/boundedQueue.ts'
import { createMutex } from '#shared/mutex.ts'

const minutes = rateLimitTable['wrong-login'].seconds / 60

/**
 * Account lockout against brute force: failures are counted per account over all unknown browsers together. A browser that
 * has signed in to the account before, `device`, is counted by itself: attackers cannot lock the user out there.
 */
export type CountedLogin = { email: string; device: string | undefined }

const keyOf = ({ email, device }: CountedLogin) => (device === undefined ? email : `${email} with ${device}`)

/** Sign-ins of one account that wait for each other; more are refused. */
const maxWaiting = 50
const turns = new Map<string, { run: ReturnType<typeof createMutex>; waiting: number }>()

/**
 * Runs the sign-ins of an account one after the other, those of each known browser in a queue of their own. Concurrent
 * guesses cannot exceed the limit, and correct passwords are no failures of each other. Throws `QueueFull`.
 */
export async function inTurn<Result>(counted: CountedLogin, attempt: () => Promise<Result>): Promise<Result> {
  const key = keyOf(counted)
  const turn = turns.get(key) ?? { run: createMutex(), waiting: 0 }
  if (turn.waiting >= maxWaiting) throw new QueueFull('too many sign-ins of one account wait')
  turns.set(key, turn)
  turn.waiting += 1
  try {
    return await turn.run(attempt)
  } finally {
    turn.waiting -= 1
    if (turn.waiting === 0) turns.delete(key)
  }
}

/** Whether the failed attempts are used up. */
export const hasNoAttemptsLeft = async (rateLimiter: RateLimiter, counted: CountedLogin) =>
  (await rateLimiter.consumed('wrong-login', keyOf(counted))) >= rateLimiter.points('wrong-login')

/** Counts a failed attempt. Returns true for the last that is allowed. */
export const countFailure = async (rateLimiter: RateLimiter, counted: CountedLogin) =>
  (await rateLimiter.consumeAndCount('wrong-login', keyOf(counted))) === rateLimiter.points('wrong-login')

/** After a correct password. */
export const clearFailedAttempts = (rateLimiter: RateLimiter, counted: CountedLogin) =>
  rateLimiter.reset('wrong-login', keyOf(counted))

/** After the last failed attempt: rejects further ones while the account is locked. */
export const blockAttempts = (rateLimiter: RateLimiter, counted: CountedLogin) =>
  rateLimiter.block('wrong-login', keyOf(counted))

/** Locks an account for some minutes and notifies the user by e-mail; the response does not reveal the lock. */
export async function lockTemporarily(context: Context, user_id: number) {
  const { db, address } = context
  const { rows } = await sql<{ name: string; email: string; locked_until: Date }>`
    update users
       set locked_until = now() + make_interval(mins => ${minutes})
     where id = ${user_id}
       and ${accountIsOpen}
    returning name, email, locked_until`.execute(db)
  for (const { name, email, locked_until } of rows) {
    const until = locked_until.toISOString()
    await record(context, { action: 'locked-for-a-while', resource: 'users', row_id: user_id, after: { until } })
    await enqueueEmail(db, { kind: 'locked', recipient: email, content: { name, until, address } })
  }
}
