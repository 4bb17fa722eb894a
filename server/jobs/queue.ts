import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Language } from '#shared/messages.ts'

/** The payload of each task. */
export type Jobs = {
  'send-email': { id: number }
  'send-reset-email': { email: string; language: Language; address: string }
  'resume-emails': object
  'delete-old-events': object
  'notify-subscription-endings': object
  'renew-number-keys': object
  'render-texts': object
  analyze: { run: number }
  'resume-analyses': object
  'seal-audit': object
  clean: object
}

export type Tasks = { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> }

/** Names of tasks in earlier versions: jobs that wait in the queue under them are run too. */
export const formerTaskNames = {
  'send-letter': 'send-email',
  'write-reset-letter': 'send-reset-email',
  'resume-letters': 'resume-emails',
  'forget-changes': 'delete-old-events',
  'tell-of-endings': 'notify-subscription-endings',
} as const satisfies Record<string, keyof Jobs>

type Options = {
  /** Of two waiting jobs with the same key only one is run. */
  key?: string
  /** The failures after which the job is given up (`worker/clean.ts` deletes it); until then it is retried with exponential backoff. */
  maxAttempts?: number
}

/** Enqueues a job in the transaction of the call: it is run after the commit. */
export async function addJob<Name extends keyof Jobs>(
  db: Db,
  name: Name,
  payload: Jobs[Name],
  { key, maxAttempts = 5 }: Options = {},
) {
  await sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => ${maxAttempts},
                                   job_key => ${key ?? null}, job_key_mode => 'preserve_run_at')`.execute(db)
}
