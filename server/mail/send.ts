import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { compose } from '#server/mail/compose.ts'
import type { Kind, WaitingLetter } from '#server/mail/kinds.ts'
import { askToSend, triesOfLetter } from '#server/mail/outbox.ts'
import { isForGood, type Post } from './transport.ts'
import type { Codes } from '#server/security/codes.ts'
import { limits } from '#shared/limits.ts'

/** What letters are sent with. */
export type Office = {
  db: Db
  post: Post
  open: Codes['open']
  /** Where the web is, without a slash at its end. */
  address: string
  productName: string | undefined
}

type Row = WaitingLetter & { created_at: Date; attempts: number }

/**
 * Sends a letter and marks it as sent. Its row is locked meanwhile, so nobody else sends it; whoever is killed before
 * the mark lets go of it, and it is sent again under the same Message-ID: at least once, never lost.
 * Throws the problem when it may be tried again.
 */
export async function sendLetter({ db, ...office }: Office, { id }: { id: number }) {
  const problem = await db.transaction().execute(async (transaction) => {
    const letter = await lockLetter(transaction, id)
    if (!letter) return undefined
    if (isTooLate(letter)) return giveUp(transaction, id, 'It would have come too late.')

    const thrown = await tryToSend(office, letter)
    if (thrown === undefined) return markAsSent(transaction, id)
    if (isForGood(thrown) || letter.attempts + 1 >= triesOfLetter) return giveUp(transaction, id, sentenceOf(thrown))
    return noteProblem(transaction, id, thrown)
  })
  if (problem) throw problem
}

async function lockLetter(db: Db, id: number) {
  const { rows } = await sql<Row>`
    select id, kind, language, recipient, content, created_at, attempts
      from emails
     where id = ${id}
       and sent_at is null
       and failed_at is null
       for update skip locked`.execute(db)
  return rows[0]
}

/** After so many minutes nobody can use what these letters tell. */
const usefulMinutes: Partial<Record<Kind, number>> = { code: limits.code.minutes, reset: limits.code.reset_minutes }

function isTooLate({ kind, created_at }: Row) {
  const minutes = usefulMinutes[kind]
  return minutes !== undefined && Date.now() - created_at.getTime() > minutes * 60_000
}

/** What went wrong, or undefined. */
async function tryToSend({ post, ...sender }: Omit<Office, 'db'>, letter: Row): Promise<Error | undefined> {
  try {
    const message = compose(letter, sender)
    const { kind, recipient, created_at } = letter
    await post.deliver({ ...message, kind, recipient, key: `${created_at.getTime()}-${letter.id}` })
    return undefined
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown))
  }
}

const withoutSecrets = sql`content - array['code', 'reference', 'password']`

async function markAsSent(db: Db, id: number) {
  await sql`
    update emails
       set sent_at = now(), attempts = attempts + 1, content = ${withoutSecrets}
     where id = ${id}`.execute(db)
  return undefined
}

async function giveUp(db: Db, id: number, sentence: string) {
  await sql`
    update emails
       set failed_at = now(), attempts = attempts + 1, last_error = ${sentence}, content = ${withoutSecrets}
     where id = ${id}`.execute(db)
  return undefined
}

async function noteProblem(db: Db, id: number, problem: Error) {
  await sql`
    update emails
       set attempts = attempts + 1, last_error = ${sentenceOf(problem)}
     where id = ${id}`.execute(db)
  return problem
}

const sentenceOf = (problem: Error) => problem.message.slice(0, 400)

/** Asks anew for letters that wait although nobody is at them: their worker was killed. */
export async function resumeLetters(db: Db) {
  const { rows } = await sql<{ id: number }>`
    select id
      from emails
     where sent_at is null
       and failed_at is null
       and created_at < now() - interval '5 seconds'
       and not exists (select from graphile_worker.jobs where key = 'letter ' || emails.id and locked_at is null)
     order by id
       for update skip locked`.execute(db)
  for (const { id } of rows) await askToSend(db, id)
}
