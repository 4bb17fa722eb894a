import { sql } from 'kysely'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { standalonePermissions } from '#shared/resources/index.ts'
import { fieldsForReaders, readRow } from './find.ts'
import { listFields } from './list.ts'
import type { ResourceConfig } from './resourceConfig.ts'

/** Not the permission to read another resource. */
const needsOwnPermission = (field: Field | undefined) =>
  field?.permission !== undefined && (standalonePermissions as readonly string[]).includes(field.permission)

/** Whether reading the resource may be written to the audit log. */
export const hasRestrictedFields = ({ fields }: Resource) => Object.values(fields).some(needsOwnPermission)

type Read = {
  /** The fields that were sent; only those with a permission of their own, not of a resource, are logged. */
  fields: readonly string[]
  /** The records, in the order of a list. */
  ids: readonly number[]
}

/** A record as the list shows it to the user: for the response to a save, which may have read it already (`listed`). */
export async function readListed(
  context: SessionContext,
  config: ResourceConfig,
  id: number,
  listed?: Row,
): Promise<Row | undefined> {
  const { abilities } = context.session
  const fields = fieldsForReaders(config, listFields(config, abilities), abilities)
  await recordRestrictedRead(context, config.resource, { fields, ids: [id] })
  return listed ?? readRow(context.db, config, id, fields)
}

/**
 * Writes to the audit log that a user was sent fields that need a permission of their own: one row for a record or a whole
 * list. The same read of the same session is logged once in some minutes.
 */
export async function recordRestrictedRead(
  { db, session, address }: SessionContext,
  resource: Resource,
  { fields, ids }: Read,
) {
  const restricted = fields.filter((name) => needsOwnPermission(resource.fields[name]))
  if (restricted.length === 0 || ids.length === 0) return
  const [id] = ids.length === 1 ? ids : []
  const after = JSON.stringify({ fields: restricted, ...(id === undefined && { rows: ids }) })
  await sql`
    insert into audit (actor_id, session_id, address, action, resource, row_id, after)
    select ${session.user_id}, ${session.id}::uuid, ${address}::inet, 'read', ${resource.name}, ${id ?? null}::bigint, ${after}::jsonb
     where not exists (
       select from audit
        where actor_id = ${session.user_id}
          and at > now() - make_interval(mins => ${limits.audit.same_read_minutes})
          and session_id = ${session.id}
          and action = 'read'
          and resource = ${resource.name}
          and row_id is not distinct from ${id ?? null}::bigint
          and after = ${after}::jsonb)`.execute(db)
}
