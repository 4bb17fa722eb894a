import { sql } from 'kysely'
import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { idInput } from '#shared/calls/crud.ts'
import {
  dismissWarningInput,
  restoreWarningInput,
  type WarningDismissal,
  type WarningDismissalsAnswer,
} from '#shared/calls/warningDismissals.ts'
import { limits } from '#shared/limits.ts'
import { path, permission } from '#shared/resource/names.ts'
import { findRow } from './find.ts'
import type { ResourceConfig } from './resourceConfig.ts'
import { lockRow } from './save.ts'

/** Throws when the text of the record may not be changed now. */
type CheckEditable = (context: SessionContext, id: number) => Promise<unknown>

/** The endpoints of the warnings that users dismissed in a text: every editor of the text sees them. */
export function warningDismissals(
  config: ResourceConfig,
  checkEditable: CheckEditable = (context, id) => lockRow(context, config, id),
): Endpoints {
  const { resource } = config
  const can = permission('update', resource)
  return {
    [path(resource, 'warningDismissals')]: authenticatedEndpoint({
      about: 'The dismissed warnings of a text: the reason, who dismissed them, and when.',
      can,
      input: idInput,
      limits: ['record'],
      transaction: false,
      run: async ({ db, session }, { id }) => {
        await findRow(db, config, id, session.abilities)
        return readDismissals(db, config, id)
      },
    }),
    [path(resource, 'dismissWarning')]: authenticatedEndpoint({
      about: 'Dismisses a warning of a text. The first reason stays until the warning is restored.',
      can,
      input: dismissWarningInput,
      run: async (context, input) => {
        await checkEditable(context, input.id)
        await dismiss(context, config, input)
        return readDismissals(context.db, config, input.id)
      },
    }),
    [path(resource, 'restoreWarning')]: authenticatedEndpoint({
      about: 'Shows a dismissed warning of a text again.',
      can,
      input: restoreWarningInput,
      run: async (context, input) => {
        await checkEditable(context, input.id)
        await restore(context, config, input)
        return readDismissals(context.db, config, input.id)
      },
    }),
  }
}

/** The column of the record: `case_file_id`, `analysis_id`. */
const columns: Record<string, string> = { caseFiles: 'case_file_id', analysis: 'analysis_id' }
const columnOf = ({ resource: { name } }: ResourceConfig) => columns[name] ?? name

async function readDismissals(db: Db, config: ResourceConfig, id: number): Promise<WarningDismissalsAnswer> {
  const { rows } = await sql<WarningDismissal>`
    select warning, reason, coalesce(users.name, '') as by,
           to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from warning_dismissals
      left join users on users.id = user_id
     where ${sql.ref(columnOf(config))} = ${id}
     order by warning_dismissals.id
     limit ${limits.warning.dismissals}`.execute(db)
  return { data: rows }
}

async function dismiss(
  context: SessionContext,
  config: ResourceConfig,
  { id, Warning, Reason }: z.output<typeof dismissWarningInput>,
) {
  const column = columnOf(config)
  await checkCount(context.db, column, id)
  const { rows } = await sql<{ id: number }>`
    insert into warning_dismissals (${sql.ref(column)}, warning, reason, user_id)
    values (${id}, ${Warning}, ${Reason}, ${context.session.user_id})
    on conflict (${sql.ref(column)}, warning) do nothing
    returning id`.execute(context.db)
  if (!rows[0]) return
  const after = { [column]: id, warning: Warning, reason: Reason }
  await record(context, { action: 'create', resource: 'warningDismissals', row_id: rows[0].id, after })
}

async function checkCount(db: Db, column: string, id: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from warning_dismissals where ${sql.ref(column)} = ${id}`.execute(db)
  const maximum = limits.warning.dismissals
  if ((rows[0]?.count ?? 0) >= maximum)
    throw new ApiError('invalid', { fields: { Warning: [{ code: 'too-many', values: { maximum } }] } })
}

async function restore(
  context: SessionContext,
  config: ResourceConfig,
  { id, Warning }: z.output<typeof restoreWarningInput>,
) {
  const column = columnOf(config)
  const { rows } = await sql<{ id: number; reason: string }>`
    delete from warning_dismissals
     where ${sql.ref(column)} = ${id}
       and warning = ${Warning}
    returning id, reason`.execute(context.db)
  const [restored] = rows
  if (!restored) return
  const before = { [column]: id, warning: Warning, reason: restored.reason }
  await record(context, { action: 'delete', resource: 'warningDismissals', row_id: restored.id, before })
}

/** The case file of a finalized analysis has its text, and with it its dismissals. */
export const copyDismissals = (db: Db, { from, to }: { from: number; to: number }) =>
  sql`
    insert into warning_dismissals (case_file_id, warning, reason, user_id, at)
    select ${to}::bigint, warning, reason, user_id, at
      from warning_dismissals
     where analysis_id = ${from}`.execute(db)
