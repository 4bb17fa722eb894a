import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Runs without a table that it may need, and returns its result. The table is back afterwards, also when it fails. */
export async function withoutTable<Result>(db: Db, name: string, run: () => Promise<Result>): Promise<Result> {
  const [table, hidden] = [sql.table(name), sql.table(`${name}_hidden`)]
  await sql`alter table ${table} rename to ${hidden}`.execute(db)
  try {
    return await run()
  } finally {
    await sql`alter table ${hidden} rename to ${table}`.execute(db)
  }
}
