import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Env } from '#server/config/env.ts'
import { openTasks } from '#server/worker/tasks.ts'
import { runPendingJobs } from '#server/jobs/runner.ts'
import type { EmailKind, PendingEmail } from '#server/mail/kinds.ts'
import type { Secrets } from '#server/config/secrets.ts'

/** An e-mail as its recipient reads it. */
export type ReceivedEmail = {
  kind: EmailKind
  language: PendingEmail['language']
  recipient: string
  subject: string
  /** The body without markup. */
  text: string
  html: string
  /** The six digits of a one-time code, or empty. */
  code: string
  /** The target of the button, or empty. */
  link: string
  /** The value of `?ref=` in the link. */
  reference: string
}

type MailTestServer = { env: Env; db: Db; secrets: Secrets; folder: string; databaseUrl: string }
type SentEmail = { id: number; kind: EmailKind; language: PendingEmail['language']; recipient: string }

/** Runs the waiting jobs, then reads the e-mails that they wrote to the folder. */
export async function readEmails({ databaseUrl, ...server }: MailTestServer, to?: string): Promise<ReceivedEmail[]> {
  const { tasks, close } = openTasks({ ...server, address: 'http://hukum.test', say: () => undefined })
  await runPendingJobs({ databaseUrl, tasks })
  close()
  const { rows } = await sql<SentEmail>`
    select id, kind, language, recipient
      from emails
     where sent_at is not null
       and (${to ?? null}::text is null or recipient = ${to ?? null})
     order by id`.execute(server.db)
  return Promise.all(rows.map((row) => readEmail(join(server.folder, 'mail'), row)))
}

/** The code of the newest e-mail to a recipient that contains one. */
export async function codeFor(
  { emails }: { emails: (to: string) => Promise<ReceivedEmail[]> },
  recipient: string,
): Promise<string> {
  const email = (await emails(recipient)).findLast(({ code }) => code !== '')
  if (!email) throw new Error(`no e-mail to ${recipient} contains a code`)
  return email.code
}

export async function readEmail(folder: string, { id, kind, language, recipient }: SentEmail): Promise<ReceivedEmail> {
  const names = await readdir(folder)
  const name =
    names.find((one) => one.endsWith(`-${id}-${kind}.html`)) ?? `the e-mail ${id} was sent, but its file is missing`
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
