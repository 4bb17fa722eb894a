import { sql } from 'kysely'
import type { Session } from '#server/auth/session.ts'
import type { Db } from '#server/db/database.ts'
import { permission } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'

/** By what the readers of a row know it; undefined for what only the office reads. */
export async function findReference(db: Db, { name }: Resource, id: number): Promise<string | undefined> {
  if (name !== caseFiles.name) return undefined
  const { rows } = await sql<{ reference: string }>`select reference from case_files where id = ${id}`.execute(db)
  return rows[0]?.reference
}

/** Whether somebody may read a case: what is not published is read by nobody but the office. */
export async function mayReadCase(db: Db, reference: string, { abilities }: Pick<Session, 'abilities'>) {
  const isOffice = abilities.includes(permission('read', caseFiles))
  const { rows } = await sql`
    select from case_files
     where reference = ${reference}
       and deleted_at is null
       and (published or ${isOffice})`.execute(db)
  return rows.length > 0
}
