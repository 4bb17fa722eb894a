import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { compose } from './compose.ts'
import type { EmailKind, PendingEmail } from './kinds.ts'
import { enqueueSending, maxSendAttempts, withoutSecrets } from './outbox.ts'
import { deliveryTimeout_ms, isPermanentFailure, type MailTransport } from './transport.ts'
import type { Codes } from '#server/security/codes.ts'
import { limits } from '#shared/limits.ts'

type MailDependencies = {
  db: Db
  transport: MailTransport
  open: Codes['open']
  /** Where the web is, without a slash at its end. */
  address: string
  productName: string | undefined
  onGivenUp: (email: GivenUpEmail) => void
}

/** An e-mail that is not sent any more, with the last answer of the mail server. */
export type GivenUpEmail = { id: number; kind: EmailKind; reason: string }

type LockedEmail = PendingEmail & { id: number; created_at: Date; age_seconds: number; attempts: number }

/**
 * Sends an e-mail and marks it as sent, with its row locked, so that no other worker sends it. A process that is killed
 * before the commit releases the lock, and the e-mail is sent again under the same Message-ID: delivery at least once.
 * Throws the error of a transient failure, so that the queue tries again.
 */
export async function sendEmail({ db, onGivenUp, ...mailDependencies }: MailDependencies, { id }: { id: number }) {
  const { error, givenUp } = await db.transaction().execute(async (transaction): Promise<Outcome> => {
    const email = await lockEmail(transaction, id)
    if (!email) return {}
    if (isExpired(email)) return giveUp(transaction, email, 'It expired before it could be sent.')

    const error = await deliver(mailDependencies, email)
    if (error === undefined) return markAsSent(transaction, id)
    if (isPermanentFailure(error) || email.attempts + 1 >= maxSendAttempts)
      return giveUp(transaction, email, truncatedMessage(error))
    return recordFailure(transaction, id, error)
  })
  if (givenUp) onGivenUp(givenUp)
  if (error) throw error
}

type Outcome = { error?: Error; givenUp?: GivenUpEmail }

async function lockEmail(db: Db, id: number) {
  // The transaction is idle while the mail server answers.
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(`${deliveryTimeout_ms + 30_000}ms`)}`.execute(db)
  const { rows } = await sql<LockedEmail>`
    select id, kind, language, recipient, content, created_at, attempts,
           extract(epoch from now() - created_at)::integer as age_seconds
      from emails
     where id = ${id}
       and sent_at is null
       and failed_at is null
       for update skip locked`.execute(db)
  return rows[0]
}

/** The minutes after which the code or link of an e-mail expires. */
const validity_minutes: Partial<Record<EmailKind, number>> = {
  code: limits.code.minutes,
  reset: limits.code.reset_minutes,
  'email-confirm': limits.code.email_hours * 60,
}

/** By the clock of the database, which has set both times. */
function isExpired({ kind, age_seconds }: LockedEmail) {
  const minutes = validity_minutes[kind]
  return minutes !== undefined && age_seconds > minutes * 60
}

/** Returns the error, or undefined. */
async function deliver(
  { transport, ...composeOptions }: Omit<MailDependencies, 'db' | 'onGivenUp'>,
  email: LockedEmail,
): Promise<Error | undefined> {
  try {
    const message = compose(email, composeOptions)
    const { kind, recipient, created_at } = email
    await transport.deliver({ ...message, kind, recipient, key: `${created_at.getTime()}-${email.id}` })
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function markAsSent(db: Db, id: number): Promise<Outcome> {
  await sql`
    update emails
       set sent_at = now(), attempts = attempts + 1, content = ${withoutSecrets}
     where id = ${id}`.execute(db)
  return {}
}

async function giveUp(db: Db, { id, kind }: LockedEmail, reason: string): Promise<Outcome> {
  await sql`
    update emails
       set failed_at = now(), attempts = attempts + 1, last_error = ${reason}, content = ${withoutSecrets}
     where id = ${id}`.execute(db)
  return { givenUp: { id, kind, reason } }
}

async function recordFailure(db: Db, id: number, error: Error): Promise<Outcome> {
  await sql`
    update emails
       set attempts = attempts + 1, last_error = ${truncatedMessage(error)}
     where id = ${id}`.execute(db)
  return { error }
}

const truncatedMessage = (error: Error) => error.message.slice(0, 400)

/** Enqueues the e-mails that no waiting job sends any more, and releases the jobs that write one: their worker was killed. */
export async function resumeEmails(db: Db) {
  // Writing one takes milliseconds, but graphile-worker releases a job only after four hours.
  await sql`
    update graphile_worker._private_jobs as jobs
       set locked_at = null, locked_by = null
      from graphile_worker._private_tasks as tasks
     where tasks.id = jobs.task_id
       and tasks.identifier = 'send-reset-email'
       and jobs.locked_at < now() - interval '2 minutes'`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select id
      from emails
     where sent_at is null
       and failed_at is null
       and created_at < now() - interval '5 seconds'
       and not exists (select from graphile_worker.jobs where key = 'letter ' || emails.id and locked_at is null)
     order by id
       for update skip locked`.execute(db)
  for (const { id } of rows) await enqueueSending(db, id)
}
