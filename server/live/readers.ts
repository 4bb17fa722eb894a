import { sql } from 'kysely'
import type { Session } from '#server/session/session.ts'
import type { Db } from '#server/db/database.ts'
import { permission } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'

/** The references of rows that users read by reference; empty for resources that only the registry reads. */
export async function findReferences(db: Db, { name }: Resource, ids: readonly number[]): Promise<Map<number, string>> {
  if (name !== caseFiles.name) return new Map()
  const { rows } = await sql<{ id: number; reference: string }>`
    select id, reference from case_files where id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}

type Reader = Pick<Session, 'abilities'>

/** An unpublished case needs the permission to read case files. */
export const mayReadUnpublished = ({ abilities }: Reader) => abilities.includes(permission('read', caseFiles))

/** Whether a user may read a case. */
export async function mayReadCase(db: Db, reference: string, reader: Reader) {
  const { rows } = await sql`
    select from case_files
     where reference = ${reference}
       and deleted_at is null
       and (published or ${mayReadUnpublished(reader)})`.execute(db)
  return rows.length > 0
}

/** The references among these whose case is published. */
export async function findPublished(db: Db, references: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ reference: string }>`
    select reference from case_files
     where reference = any(${references}::text[])
       and deleted_at is null
       and published`.execute(db)
  return new Set(rows.map(({ reference }) => reference))
}
