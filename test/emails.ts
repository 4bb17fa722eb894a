import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Env } from '#server/config/env.ts'
import { openDiskStore } from '#server/files/diskStore.ts'
import { openTasks } from '#server/worker/tasks.ts'
import { runPendingJobs } from '#server/jobs/runner.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Log } from '#server/telemetry/log.ts'
import { readEmail, type ReceivedEmail, type SentEmail } from './readEmail.ts'

type MailTestServer = { env: Env; db: Db; secrets: Secrets; folder: string; databaseUrl: string; log: Log }

/** Runs the waiting jobs, then reads the e-mails that they wrote to the folder. */
export async function readEmails({ databaseUrl, ...server }: MailTestServer, to?: string): Promise<ReceivedEmail[]> {
  const { tasks, close } = openTasks({
    ...server,
    files: openDiskStore(join(server.folder, 'files')),
    address: 'http://hukum.test',
  })
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
