import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Row } from '#shared/calls/crud.ts'
import { stateOf } from '#shared/resource/fieldState.ts'
import { permission, table } from '#shared/resource/names.ts'
import { claimFiles } from './claimFiles.ts'
import { unlinkFromDeleted } from './deletedReferences.ts'
import { fieldsForReaders, isNotDeleted, readLockedRow, readRow } from './find.ts'
import { type HistoryPart, readHistory, textFields, writeHistory } from './history.ts'
import type { ResourceConfig } from './resourceConfig.ts'
import { claimPictures } from './pictures.ts'
import { listFields } from './list.ts'
import { insertRow, updateRow, writeLinks } from './links.ts'
import { toApiError } from './databaseErrors.ts'

import { checkRules } from './rules.ts'
import { columnValues } from './values.ts'
import { rejectUnseenChoices, withHiddenChoices } from './visibleChoices.ts'

export type RecordInput = Record<string, unknown> & { id?: number; version?: number | undefined }

/**
 * Creates a record, or updates the given fields of one, in the transaction of the call: field permissions, optimistic locking,
 * rules, columns, links, and history. Its rich texts are sanitized already (`crud.ts`). Returns the id, whether anything
 * changed, and the changed record as the list shows it (`listed`), which a step that changes more of it leaves out. Throws
 * `not-found`, `changed-elsewhere` with the changes since that version, or `invalid` with every wrong field.
 */
export async function saveRow(context: SessionContext, config: ResourceConfig, input: RecordInput) {
  const { id, version, ...given } = input
  checkFieldPermissions(context, config, given, id === undefined ? 'Create' : 'Update')
  const names = comparedFields(config, given)
  const before = id === undefined ? undefined : await lockRow(context, config, { id, version, names })
  const { abilities } = context.session
  const fields = await withHiddenChoices(context.db, config.resource, { before, fields: given }, abilities)
  await checkRules(context, config, before, fields)
  await rejectUnseenChoices(context.db, config.resource, { before, fields }, abilities)
  try {
    return await skipIfUnchanged(context, async () => {
      const saved = await writeRecord(context, config, id, fields)
      const listed = fieldsForReaders(config, listFields(config, abilities), abilities)
      const after = await readLockedRow(context.db, config, saved, [...new Set([...names, ...listed])])
      // A text of megabytes was read in this turn of the event loop: it is compared in the next.
      await nextTurn()
      const stored = fieldsOf(after, names)
      const change = before ? { action: 'update', before, after: stored } : { action: 'create', after: stored }
      const changed = await writeHistory(context, config.resource, change)
      return { id: saved, changed, ...(changed && { listed: fieldsOf(after, listed) }) }
    })
  } catch (error) {
    throw toApiError(error, config.resource) ?? error
  }
}

const fieldsOf = ({ id, version, ...fields }: Row, names: readonly string[]): Row => ({
  id,
  version,
  ...Object.fromEntries(names.map((name) => [name, fields[name]])),
})

/** The fields that a save can change. The text of a judgment has megabytes: it is read only if it is among the input. */
const comparedFields = (config: ResourceConfig, input: Record<string, unknown>) => [
  ...stepFields(config),
  ...textFields(config.resource).filter((name) => input[name] !== undefined),
]

/** Rolls back a save that changes nothing, so that the version stays and other users get no conflict. */
async function skipIfUnchanged<Result extends { changed: boolean }>(
  { db }: SessionContext,
  save: () => Promise<Result>,
) {
  await sql`savepoint before_save`.execute(db)
  const saved = await save()
  if (!saved.changed) await sql`rollback to savepoint before_save`.execute(db)
  return saved
}

async function writeRecord(
  context: SessionContext,
  config: ResourceConfig,
  id: number | undefined,
  fields: Record<string, unknown>,
) {
  const { db } = context
  const name = table(config.resource)
  await claimFiles(context, config, fields, id)
  await claimPictures(context, config, fields, id)
  const own = columnValues(config.resource.fields, fields)
  const saved = id ?? (await insertRow(db, name, own))
  // Also when only links change: every save increments the version.
  if (id !== undefined) await updateRow(db, name, id, own.length > 0 ? own : [['updated_at', new Date()]])
  await writeLinks({ db, abilities: context.session.abilities }, config, saved, fields)
  return saved
}

/** A field that the user may not write is reported as unknown. */
function checkFieldPermissions(
  { session }: SessionContext,
  { resource }: ResourceConfig,
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

type LockedFields = { id: number; version?: number | undefined; names?: readonly string[] }

/**
 * Optimistic locking: locks a record and returns these fields, by default those of a step. Throws when the version is not
 * the current one.
 */
export async function lockRow(
  context: SessionContext,
  config: ResourceConfig,
  { id, version, names = stepFields(config) }: LockedFields,
): Promise<Row> {
  const { db } = context
  const name = table(config.resource)
  await sql`
    -- prepared: lock_${sql.raw(name)}
    select from ${sql.table(name)} where id = ${id} for update`.execute(db)
  const row = await readRow(db, config, id, names)
  if (!row) throw new ApiError('not-found')
  if (version !== undefined && row.version !== version)
    throw new ApiError('changed-elsewhere', {
      extraPayload: { changes: await readChanges(context, config, { id, since: version }) },
    })
  return row
}

async function readChanges({ db, session }: SessionContext, { resource }: ResourceConfig, part: HistoryPart) {
  const mayRead = session.abilities.includes(permission('read', resource))
  return mayRead ? readHistory(db, resource, part, session.abilities) : []
}

/** The fields that the history records: all but the computed ones. */
export const storedFields = ({ resource }: ResourceConfig) =>
  Object.keys(resource.fields).filter((name) => !resource.fields[name]?.computed)

/** The stored fields that a step can change: all but the text of a judgment, which has megabytes. */
export const stepFields = (config: ResourceConfig) =>
  storedFields(config).filter((name) => config.resource.fields[name]?.kind !== 'document')

/**
 * Soft-deletes or deletes a row. Deleting throws `in-use` when a row of a record that is not deleted refers to it; soft-deleting
 * never does.
 */
export async function removeRow(
  context: SessionContext,
  config: ResourceConfig,
  { id, version }: { id: number; version?: number | undefined },
) {
  const { db } = context
  const name = table(config.resource)
  const before = await lockRow(context, config, { id, version, names: storedFields(config) })
  try {
    if (!config.resource.softDelete) await unlinkFromDeleted(db, config.resource, id)
    await (
      config.resource.softDelete
        ? sql`update ${sql.table(name)} set deleted_at = now() where id = ${id} and ${isNotDeleted(config)}`
        : sql`delete from ${sql.table(name)} where id = ${id}`
    ).execute(db)
  } catch (error) {
    throw toApiError(error, config.resource) ?? error
  }
  await writeHistory(context, config.resource, { action: 'delete', before })
}
