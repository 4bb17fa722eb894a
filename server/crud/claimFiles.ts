import { sql } from 'kysely'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { fileKinds, isFileKind } from '#shared/fileKinds.ts'
import { table } from '#shared/resource/names.ts'
import type { ResourceConfig } from './resourceConfig.ts'

/**
 * Makes the uploaded files of a record permanent. A record may name the user's own uploads and its current files only:
 * the ids of files are guessable, and naming a foreign one would make it readable.
 */
export async function claimFiles(
  { db, session }: SessionContext,
  { resource }: ResourceConfig,
  input: Record<string, unknown>,
  id: number | undefined,
) {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'file' || typeof input[name] !== 'number') continue
    const allowed = field.accepts.filter(isFileKind).map((kind) => fileKinds[kind].media_type)
    const { rows } = await sql`
      update files
         set type = 'Permanent'
       where id = ${input[name]}
         and media_type = any(${allowed})
         and (owner_id = ${session.user_id} and type = 'Temp'
              or exists (select
                           from ${sql.table(table(resource))} as owner
                          where owner.id = ${id ?? null}
                            and ${sql.ref(`owner.${name}_id`)} = files.id))
      returning id`.execute(db)
    if (rows.length === 0) throw new ApiError('invalid', { fields: { [name]: [{ code: 'gone' }] } })
  }
}
