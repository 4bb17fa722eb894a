import { sql } from 'kysely'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Row } from '#shared/calls/crud.ts'
import { stateOf } from '#shared/resource/fieldState.ts'
import { table } from '#shared/resource/names.ts'
import { claimFiles } from './claimFiles.ts'
import { alive, readRow } from './find.ts'
import { readHistory, writeHistory } from './history.ts'
import type { Kept } from './serverResource.ts'
import { claimPictures } from './pictures.ts'
import { insertRow, updateRow, writeLinks } from './links.ts'
import { refusalOfDatabase } from './databaseErrors.ts'
import { refuseAgainstRules } from './rules.ts'
import { columnsWritten } from './values.ts'

export type Given = Record<string, unknown> & { id?: number; version?: number | undefined }

/**
 * Makes a row, or changes the fields that were given of one: rights on fields, version, columns, links and history, all in
 * the transaction of the call. Answers the id, and whether anything is other than it was.
 * Refuses: `not-found`, `changed-elsewhere` with who changed what since, and every field that is wrong by name.
 */
export async function saveRow(context: SessionContext, kept: Kept, given: Given) {
  const { id, version, ...fields } = given
  checkFieldRights(context, kept, fields, id === undefined ? 'Create' : 'Update')
  const before = id === undefined ? undefined : await lockRow(context, kept, id, version)
  await refuseAgainstRules(context, kept, id, fields)
  try {
    return await unlessSame(context, async () => {
      const saved = await write(context, kept, id, fields)
      const after = await readRow(context.db, kept, saved, stored(kept))
      const action = before ? 'update' : 'create'
      return { id: saved, changed: await writeHistory(context, kept.resource, { action, before, after }) }
    })
  } catch (error) {
    throw refusalOfDatabase(error, kept.resource) ?? error
  }
}

/** What changed nothing was no save: the version stays, so that nobody else comes too late by it. */
async function unlessSame<Saved extends { changed: boolean }>({ db }: SessionContext, save: () => Promise<Saved>) {
  await sql`savepoint before_save`.execute(db)
  const saved = await save()
  if (!saved.changed) await sql`rollback to savepoint before_save`.execute(db)
  return saved
}

async function write(context: SessionContext, kept: Kept, id: number | undefined, fields: Record<string, unknown>) {
  const { db } = context
  const name = table(kept.resource)
  await claimFiles(context, kept, fields, id)
  await claimPictures(context, kept, fields, id)
  const own = columnsWritten(kept.resource.fields, fields)
  const saved = id ?? (await insertRow(db, name, own))
  // Also when only links change: the version counts every save of the record.
  if (id !== undefined) await updateRow(db, name, id, own.length > 0 ? own : [['updated_at', new Date()]])
  await writeLinks(db, kept, saved, fields)
  return saved
}

/** A field that this person may not write is not there for him. */
function checkFieldRights(
  { session }: SessionContext,
  { resource }: Kept,
  fields: Record<string, unknown>,
  mode: 'Create' | 'Update',
) {
  const closed = Object.keys(fields).filter((name) => {
    const field = resource.fields[name]
    return fields[name] !== undefined && (!field || stateOf(field, mode, session.abilities) !== 'open')
  })
  if (closed.length > 0)
    throw new ApiError('invalid', {
      fields: Object.fromEntries(closed.map((name) => [name, [{ code: 'unknown-field' as const }]])),
    })
}

/** One save of a record at a time. Answers the record as it is before. */
export async function lockRow(context: SessionContext, kept: Kept, id: number, version?: number): Promise<Row> {
  const { db, session } = context
  const name = table(kept.resource)
  await sql`select from ${sql.table(name)} where id = ${id} for update`.execute(db)
  const row = await readRow(db, kept, id, stored(kept))
  if (!row) throw new ApiError('not-found')
  if (version !== undefined && row.version !== version)
    throw new ApiError('changed-elsewhere', {
      more: { changes: await readHistory(db, kept.resource, { id, since: version }, session.abilities) },
    })
  return row
}

/** What history tells of: everything that is kept of a row, nothing that is made of it. */
export const stored = ({ resource }: Kept) =>
  Object.keys(resource.fields).filter((name) => !resource.fields[name]?.computed)

/** Marks a row as deleted where deleted rows are kept, else deletes it; one that others refer to is refused as `in-use`. */
export async function removeRow(
  context: SessionContext,
  kept: Kept,
  { id, version }: { id: number; version?: number | undefined },
) {
  const { db } = context
  const name = table(kept.resource)
  const before = await lockRow(context, kept, id, version)
  try {
    await (
      kept.resource.softDelete
        ? sql`update ${sql.table(name)} set deleted_at = now() where id = ${id} and ${alive(kept)}`
        : sql`delete from ${sql.table(name)} where id = ${id}`
    ).execute(db)
  } catch (error) {
    throw refusalOfDatabase(error, kept.resource) ?? error
  }
  await writeHistory(context, kept.resource, { action: 'delete', before, after: undefined })
}
