import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { sweepFiles } from '#server/files/rows.ts'
import type { FileStore } from '#server/files/store.ts'

/** Takes away what has ended and serves nobody any more. The audit log is not touched. */
const sweeps = [
  // The tries of a day are counted from codes that have ended, too.
  sql`delete from one_time_codes where ends_at < now() - interval '2 days'`,
  sql`delete from sessions where least(ended_at, ends_at) < now() - interval '30 days'`,
  sql`delete from letters where coalesce(sent_at, given_up_at) < now() - interval '30 days'`,
  sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`,
  sql`
    select graphile_worker.complete_jobs(array_agg(id))
      from graphile_worker.jobs
     where attempts >= max_attempts
       and updated_at < now() - interval '30 days'
    having count(*) > 0`,
]

export async function clean(db: Db, files: FileStore) {
  for (const sweep of sweeps) await sweep.execute(db)
  await sweepFiles(db, files)
}
