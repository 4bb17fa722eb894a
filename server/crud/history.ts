import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { announce } from '#server/events/announce.ts'
import type { Change, Row, textChangeInput, TextChangeAnswer } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { canRead } from './columns.ts'
import { withVisibleChanges } from './visibleChoices.ts'

/** Without `before` the record is created, without `after` it is deleted. */
type RecordChange = { action: string } & ({ before: Row; after?: Row } | { before?: undefined; after: Row })

/**
 * Writes the changed fields of a save to the audit log and announces a live event, in the transaction of the save.
 * Returns whether anything changed.
 */
export async function writeHistory(
  context: SessionContext,
  resource: Resource,
  { action, ...change }: RecordChange,
): Promise<boolean> {
  const { before, after } = change
  const changed = changedParts(before, after)
  if (!changed) return false
  const { id, version } = change.before ? (change.after ?? change.before) : change.after
  const event = !before ? 'Created' : after ? 'Updated' : 'Deleted'
  await announce(context, { resource, event, id, before })
  await record(context, {
    action,
    resource: resource.name,
    row_id: id,
    row_version: version,
    ...changed,
  })
  return true
}

/** The fields in which a record differs, with their values on either side; undefined without any. */
export function changedParts(before: Row | undefined, after: Row | undefined) {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => name !== 'version' && !isDeepStrictEqual(before?.[name], after?.[name]),
  )
  if (names.length === 0) return undefined
  const part = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]]))
  return { ...(before && { before: part(before) }), ...(after && { after: part(after) }) }
}

type AuditEntry = {
  at: Date
  version: number
  by: string | null
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The changed texts, which `before` and `after` leave out: each can have megabytes. */
  texts: string[]
}

export type HistoryPart = { id: number; since?: number; before?: number | undefined }

/**
 * The changes of a row after version `since` and before version `before`, newest first, without fields that the user may not
 * read: as many as one response has, and all of the oldest version among them. Changed texts are named without their values.
 */
export async function readHistory(
  db: Db,
  resource: Resource,
  { id, since = 0, before }: HistoryPart,
  abilities: readonly string[],
): Promise<Change[]> {
  const texts = textFields(resource)
  const { rows } = await sql<AuditEntry>`
    select audit.at, audit.row_version as version, users.name as by, audit.action,
           audit.before - ${texts}::text[] as before, audit.after - ${texts}::text[] as after,
           array(select name from unnest(${texts}::text[]) as name
                  where jsonb_exists(audit.before, name) or jsonb_exists(audit.after, name)) as texts
      from audit
      left join users on users.id = audit.actor_id
     where audit.resource = ${resource.name}
       and audit.row_id = ${id}
       and audit.id in (
         select id from audit
          where resource = ${resource.name} and row_id = ${id} and row_version > ${since}
            ${before === undefined ? sql`` : sql`and row_version < ${before}`}
          order by row_version desc
          fetch first ${limits.list.history} rows with ties
       )
     order by audit.id desc`.execute(db)
  const changes = rows.map((entry) => toChange(resource, entry, abilities))
  return withVisibleChanges(db, resource, changes, abilities)
}

/** A step that changed only fields which the user may not read is an `update` without fields: its name would show their values. */
function toChange({ fields }: Resource, entry: AuditEntry, abilities: readonly string[]): Change {
  const { at, version, by, action, before, after, texts } = entry
  const changed = Object.keys(fields).filter((name) => name in { ...before, ...after } || texts.includes(name))
  const readable = changed.filter((name) => canRead(fields[name], abilities))
  return {
    at: at.toISOString(),
    version,
    by,
    action: changed.length > 0 && readable.length === 0 ? 'update' : action,
    fields: readable.map((name) => ({ name, before: before?.[name] ?? null, after: after?.[name] ?? null })),
  }
}

/** The fields that hold the text of a judgment. */
export const textFields = ({ fields }: Resource) =>
  Object.keys(fields).filter((name) => fields[name]?.kind === 'document')

/** A text before and after the change that made a version. Throws when the user may not read it, or without the change. */
export async function readTextChange(
  db: Db,
  resource: Resource,
  { id, version, field }: z.output<typeof textChangeInput>,
  abilities: readonly string[],
): Promise<TextChangeAnswer['data']> {
  if (!textFields(resource).includes(field) || !canRead(resource.fields[field], abilities))
    throw new ApiError('invalid', { fields: { field: [{ code: 'unknown-field' }] } })
  const read = async (side: 'before' | 'after') => {
    const { rows } = await sql<{ text: TextChangeAnswer['data'][typeof side] }>`
      select ${sql.ref(`audit.${side}`)} -> ${field} as text
        from audit
       where audit.resource = ${resource.name}
         and audit.row_id = ${id}
         and audit.row_version = ${version}
         and (jsonb_exists(audit.before, ${field}) or jsonb_exists(audit.after, ${field}))
       order by audit.id desc
       limit 1`.execute(db)
    if (!rows[0]) throw new ApiError('not-found')
    return rows[0].text
  }
  // Each text is parsed in a turn of the event loop of its own, and both are sent in another.
  const change = { before: await read('before'), after: await read('after') }
  await nextTurn()
  return change
}
