import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type SweepCount, sweepFiles } from '#server/files/sweep.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import { limits } from '#shared/limits.ts'

/** Deletes expired rows. The audit log stays. */
const deletions = [
  // The attempts of a day are counted over expired codes, too.
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
         from (select id, row_number() over (partition by user_id order by id desc) as position from notifications) as numbered
        where position > ${limits.notification.max_per_user})`,
  sql`delete from idempotency_keys where created_at < now() - interval '1 day'`,
  sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`,
  sql`
    select graphile_worker.complete_jobs(array_agg(id))
      from graphile_worker.jobs
     where attempts >= max_attempts
       and updated_at < now() - interval '30 days'
    having count(*) > 0`,
  sql`delete from note_texts where not exists (select from notes where note_texts.id in (text_id, carried_text_id))`,
]

/** Deletes live events past their retention. The last one stays: clients compare their position with it. */
export async function deleteOldEvents(db: Db) {
  await sql`
    delete from live_events
     where at < now() - make_interval(mins => ${limits.live.replay_minutes})
       and sequence < (select max(sequence) from live_events)`.execute(db)
  // Without an external broadcaster, no process reads them.
  await sql`delete from revocations where at < now() - make_interval(mins => ${limits.live.replay_minutes})`.execute(db)
}

/** Returns how many files it deleted. */
export async function clean(db: Db, files: FileStore): Promise<SweepCount> {
  for (const deletion of deletions) await deletion.execute(db)
  return sweepFiles(db, files)
}
