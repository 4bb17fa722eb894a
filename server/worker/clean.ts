import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type Swept, sweepFiles } from '#server/files/sweep.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { limits } from '#shared/limits.ts'

/** Takes away what has ended and serves nobody any more. The audit log is not touched. */
const sweeps = [
  // The tries of a day are counted from codes that have ended, too.
  sql`delete from one_time_codes where ends_at < now() - interval '2 days'`,
  sql`delete from sessions where least(ended_at, ends_at) < now() - interval '30 days'`,
  sql`delete from emails where coalesce(sent_at, failed_at) < now() - interval '30 days'`,
  sql`
    delete from notifications
     where created_at < now() - make_interval(days => ${limits.notification.retention_days})`,
  sql`
    delete from notifications
     where id in (
       select id
         from (select id, row_number() over (partition by user_id order by id desc) as place from notifications) as own
        where place > ${limits.notification.max_per_user})`,
  sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`,
  sql`
    select graphile_worker.complete_jobs(array_agg(id))
      from graphile_worker.jobs
     where attempts >= max_attempts
       and updated_at < now() - interval '30 days'
    having count(*) > 0`,
]

/** Changes that nobody is told of any more. The last one stays: by it one sees what else is gone. */
export async function forgetChanges(db: Db) {
  await sql`
    delete from live_events
     where at < now() - make_interval(mins => ${limits.live.replay_minutes})
       and sequence < (select max(sequence) from live_events)`.execute(db)
  // Where no broadcaster is outside, nobody reads them.
  await sql`delete from revocations where at < now() - make_interval(mins => ${limits.live.replay_minutes})`.execute(
    db,
  )
}

/** Answers how many files it took away. */
export async function clean(db: Db, files: FileStore): Promise<Swept> {
  for (const sweep of sweeps) await sweep.execute(db)
  return sweepFiles(db, files)
}
