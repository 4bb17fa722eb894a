import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Since when mail and jobs are off: in a restored library, until an operator turns them on. */
export async function jobsOffSince(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`select jobs_off_since as since from library`.execute(db)
  return rows[0]?.since ?? undefined
}

export async function setJobs(db: Db, are: 'on' | 'off') {
  await sql`update library set jobs_off_since = case when ${are === 'off'} then now() end`.execute(db)
}
