import { sql } from 'kysely'
import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import type { Db } from '#server/db/database.ts'
import { utc } from '#server/db/utc.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { type Endpoints, authenticatedEndpoint, saveEndpoint } from '#server/endpoint/endpoint.ts'
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

/** The column of `warning_dismissals` that refers to the record. */
type Column = 'case_file_id' | 'analysis_id'

/** The endpoints of the warnings that users dismissed in a text: every editor of the text sees them. */
export function warningDismissals(
  config: ResourceConfig,
  column: Column,
  checkEditable: CheckEditable = (context, id) => lockRow(context, config, { id }),
): Endpoints {
  const { resource } = config
  const can = permission('update', resource)
  const changing =
    <Input extends { id: number }>(change: Change<Input>) =>
    async (context: SessionContext, input: Input) => {
      await checkEditable(context, input.id)
      await change(context, column, input)
      return readDismissals(context.db, column, input.id)
    }
  return {
    [path(resource, 'warningDismissals')]: authenticatedEndpoint({
      about: 'The dismissed warnings of a text: the reason, who dismissed them, and when.',
      can,
      input: idInput,
      rateLimits: ['record'],
      transaction: false,
      run: async ({ db, session }, { id }) => {
        await findRow(db, config, id, session.abilities)
        return readDismissals(db, column, id)
      },
    }),
    [path(resource, 'dismissWarning')]: saveEndpoint({
      about: 'Dismisses a warning of a text. The first reason stays until the warning is restored.',
      can,
      input: dismissWarningInput,
      run: changing(dismiss),
    }),
    [path(resource, 'restoreWarning')]: saveEndpoint({
      about: 'Shows a dismissed warning of a text again.',
      can,
      input: restoreWarningInput,
      run: changing(restore),
    }),
  }
}

type Change<Input> = (context: SessionContext, column: Column, input: Input) => Promise<void>

async function readDismissals(db: Db, column: Column, id: number): Promise<WarningDismissalsAnswer> {
  const { rows } = await sql<WarningDismissal>`
    select warning, reason, coalesce(users.name, '') as by,
           ${utc('at')} as at
      from warning_dismissals
      left join users on users.id = user_id
     where ${sql.ref(column)} = ${id}
     order by warning_dismissals.id
     limit ${limits.warning.dismissals}`.execute(db)
  return { data: rows }
}

async function dismiss(
  context: SessionContext,
  column: Column,
  { id, Warning, Reason }: z.output<typeof dismissWarningInput>,
) {
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

async function checkCount(db: Db, column: Column, id: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from warning_dismissals where ${sql.ref(column)} = ${id}`.execute(db)
  const maximum = limits.warning.dismissals
  if ((rows[0]?.count ?? 0) >= maximum)
    throw new ApiError('invalid', { fields: { Warning: [{ code: 'too-many', values: { maximum } }] } })
}

async function restore(context: SessionContext, column: Column, { id, Warning }: z.output<typeof restoreWarningInput>) {
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
