import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { accountIsOpen } from '#server/session/account.ts'
import type { Context } from '#server/endpoint/context.ts'
import { networkOf } from '#server/endpoint/address.ts'
import type { Limits } from '#server/limits/limits.ts'
import { limitTable } from '#server/endpoint/rateLimits.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'

const minutes = limitTable['wrong-login'].seconds / 60

/**
 * Whose failures count together: those of all strangers to an account, and those of each address from which its owner
 * has signed in before. Strangers can lock each other out, never the owner at his own desk.
 */
type Counted = { email: string; address: string; known: boolean }

const keyOf = ({ email, address, known }: Counted) => (known ? `${email} at ${networkOf(address)}` : email)

/** Counts a try before its password is looked at, so that tries at once are none too many. */
export async function countTry(limits: Limits, counted: Counted) {
  const number = await limits.consumeAndCount('wrong-login', keyOf(counted))
  const points = limits.points('wrong-login')
  return { isOneTooMany: number > points, isLast: number === points }
}

/** A right password: what failed before it was a slip. */
export const forgetTries = (limits: Limits, counted: Counted) => limits.reset('wrong-login', keyOf(counted))

/** The last try was wrong too: there are none for as long as the account is locked. */
export const blockTries = (limits: Limits, counted: Counted) => limits.block('wrong-login', keyOf(counted))

/** Locks an account for a while, and tells its owner by letter; the answer to whoever tried says nothing of it. */
export async function lockForAWhile(context: Context, user_id: number) {
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
