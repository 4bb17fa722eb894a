import { sql } from 'kysely'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { fileKinds, isFileKind } from '#shared/fileKinds.ts'
import { table } from '#shared/resource/names.ts'
import type { Kept } from './serverResource.ts'

/**
 * Files become permanent with the record that they were uploaded for. Only a person's own upload, or the file that the
 * record has already, may be named: the ids of files are guessable, what is in them is not to be had by guessing.
 */
export async function claimFiles(
  { db, session }: SessionContext,
  { resource }: Kept,
  given: Record<string, unknown>,
  id: number | undefined,
) {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'file' || typeof given[name] !== 'number') continue
    const allowed = field.accepts.filter(isFileKind).map((kind) => fileKinds[kind].media_type)
    const { rows } = await sql`
      update files
         set type = 'Permanent'
       where id = ${given[name]}
         and media_type = any(${allowed})
         and (owner_id = ${session.user_id} and type = 'Temp'
              or exists (select
                           from ${sql.table(table(resource))} as owning
                          where owning.id = ${id ?? null}
                            and ${sql.ref(`owning.${name}_id`)} = files.id))
      returning id`.execute(db)
    if (rows.length === 0) throw new ApiError('invalid', { fields: { [name]: [{ code: 'gone' }] } })
  }
}
