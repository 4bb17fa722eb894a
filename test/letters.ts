import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Env } from '#server/config/env.ts'
import { openTasks } from '#server/worker/tasks.ts'
import { workOnce } from '#server/jobs/runner.ts'
import type { Kind, WaitingLetter } from '#server/mail/kinds.ts'
import type { Secrets } from '#server/config/secrets.ts'

/** A letter as its reader has it in front of him. */
export type Letter = {
  kind: Kind
  language: WaitingLetter['language']
  recipient: string
  subject: string
  /** What stands in it, without markup. */
  text: string
  html: string
  /** The six digits, when there are any. */
  code: string
  /** Where its button leads. */
  link: string
  /** What stands behind `?ref=` of that. */
  reference: string
}

type MailTestServer = { env: Env; db: Db; secrets: Secrets; folder: string; databaseUrl: string }
type Row = { id: number; kind: Kind; language: WaitingLetter['language']; recipient: string }

/** Does the jobs that wait, then reads the letters as they were put into the folder. */
export async function readLetters({ databaseUrl, ...server }: MailTestServer, to?: string): Promise<Letter[]> {
  const { tasks, close } = openTasks({ ...server, address: 'http://hukum.test', say: () => undefined })
  await workOnce({ databaseUrl, tasks })
  close()
  const { rows } = await sql<Row>`
    select id, kind, language, recipient
      from emails
     where sent_at is not null
       and (${to ?? null}::text is null or recipient = ${to ?? null})
     order by id`.execute(server.db)
  return Promise.all(rows.map((row) => readLetter(join(server.folder, 'mail'), row)))
}

/** The code of the newest letter to somebody that has one. */
export async function codeFor(
  { letters }: { letters: (to: string) => Promise<Letter[]> },
  recipient: string,
): Promise<string> {
  const letter = (await letters(recipient)).findLast(({ code }) => code !== '')
  if (!letter) throw new Error(`no letter to ${recipient} holds a code`)
  return letter.code
}

/** Reads a letter that was put into the folder. */
export async function readLetter(folder: string, { id, kind, language, recipient }: Row): Promise<Letter> {
  const names = await readdir(folder)
  const name = names.find((one) => one.endsWith(`-${id}-${kind}.html`)) ?? `the letter ${id} was sent, but is not there`
  const html = await readFile(join(folder, name), 'utf8')
  const body = html.replace(/^[\s\S]*<body/, '<body')
  const text = body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  const link = /href="([^"]+)"/.exec(body)?.[1] ?? ''
  return {
    kind,
    language,
    recipient,
    html,
    text,
    subject: /<title>(.*)<\/title>/.exec(html)?.[1] ?? '',
    code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
    link,
    reference: /[?&]ref=([\w-]+)/.exec(link)?.[1] ?? '',
  }
}
