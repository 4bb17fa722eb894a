import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Language } from '#shared/messages.ts'

/** What is done after a call was answered, or by the clock, and what it needs to know. */
export type Jobs = {
  'send-letter': { id: number }
  'write-reset-letter': { email: string; language: Language; address: string }
  'resume-letters': object
  'forget-changes': object
  'tell-of-endings': object
  'renew-number-keys': object
  clean: object
}

/** How each job is done. */
export type Tasks = { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> }

type Options = {
  /** Of two waiting jobs with the same key only one is done. */
  key?: string
  /** After so many failures the job is left alone; the time between them grows from seconds to hours. */
  tries?: number
}

/** Asks for a job, in the transaction of the call: it is done once that has been kept. */
export async function addJob<Name extends keyof Jobs>(
  db: Db,
  name: Name,
  payload: Jobs[Name],
  { key, tries = 5 }: Options = {},
) {
  await sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => ${tries},
                                   job_key => ${key ?? null}, job_key_mode => 'preserve_run_at')`.execute(db)
}
