import { sql } from 'kysely'
import type { Session } from '#server/session/session.ts'
import type { Db } from '#server/db/database.ts'
import { permission } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'

/** By what the readers of some rows know them; of what only the office reads there is nothing. */
export async function findReferences(db: Db, { name }: Resource, ids: readonly number[]): Promise<Map<number, string>> {
  if (name !== caseFiles.name) return new Map()
  const { rows } = await sql<{ id: number; reference: string }>`
    select id, reference from case_files where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, reference }) => [id, reference]))
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
