import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { addJob } from '#server/jobs/queue.ts'
import type { Letter } from '#server/mail/kinds.ts'

/** Puts a letter into the outbox, in the transaction of what it tells of; it is sent once that has been kept. */
export async function writeLetter(db: Db, { kind, recipient, language, content }: Letter) {
  const { rows } = await sql<{ id: number }>`
    insert into emails (kind, language, recipient, content)
    values (${kind}, coalesce(${language ?? null}, ${languageOf(recipient)}, 'both'), ${recipient}, ${JSON.stringify(content)})
    returning id`.execute(db)
  for (const { id } of rows) await askToSend(db, id)
}

/** That of the last sign-in: whoever causes a letter need not be the one who gets it. */
const languageOf = (recipient: string) => sql`(
  select sessions.language
    from sessions
    join users on users.id = user_id
   where email = ${recipient}
     and users.deleted_at is null
     and sessions.language is not null
   order by sessions.created_at desc
   limit 1)`

/** After so many failures, in about sixteen hours, a letter is left with its last problem. */
export const triesOfLetter = 12

/** Asks the queue for a letter; its own count of tries is higher than ours, which decides. */
export const askToSend = (db: Db, id: number) =>
  addJob(db, 'send-letter', { id }, { key: `letter ${id}`, tries: triesOfLetter + 1 })
