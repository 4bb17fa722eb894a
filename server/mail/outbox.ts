import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { addJob } from '#server/jobs/queue.ts'
import type { Email } from './kinds.ts'

/** Transactional outbox: inserts the e-mail and its job in the transaction of its cause; it is sent after the commit. */
export async function enqueueEmail(db: Db, { kind, recipient, language, content }: Email) {
  const { rows } = await sql<{ id: number }>`
    insert into emails (kind, language, recipient, content)
    values (${kind}, coalesce(${language ?? null}, ${languageOfLastSignIn(recipient)}, 'both'), ${recipient}, ${JSON.stringify(content)})
    returning id`.execute(db)
  for (const { id } of rows) await enqueueSending(db, id)
}

/** The content of an e-mail once it is not sent again. */
export const withoutSecrets = sql`content - array['code', 'reference', 'password']`

/** Marks the waiting e-mails of a kind as failed, for one that replaces them; what is being sent now is left. */
export const dropWaitingEmails = (db: Db, { kind, recipient }: Pick<Email, 'kind' | 'recipient'>) =>
  sql`
    update emails
       set failed_at = now(), last_error = 'A newer one replaces it.', content = ${withoutSecrets}
     where id in (
       select id
         from emails
        where kind = ${kind}
          and recipient = ${recipient}
          and sent_at is null
          and failed_at is null
          for update skip locked)`.execute(db)

/** The user who causes an e-mail need not be its recipient. */
const languageOfLastSignIn = (recipient: string) => sql`(
  select sessions.language
    from sessions
    join users on users.id = user_id
   where email = ${recipient}
     and users.deleted_at is null
     and sessions.language is not null
   order by sessions.created_at desc
   limit 1)`

/** The failed attempts, in about sixteen hours, after which an e-mail is marked as failed and keeps its last error. */
export const maxSendAttempts = 12

/** The key of earlier versions: it also replaces a job that one of them has queued. */
const jobKey = (id: number) => `letter ${id}`

/** The attempts of the queue are one more than ours, so that ours decide. */
export const enqueueSending = (db: Db, id: number) =>
  addJob(db, 'send-email', { id }, { key: jobKey(id), maxAttempts: maxSendAttempts + 1 })
