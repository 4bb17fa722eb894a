import { type RawBuilder, sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { codeOf, sqlState } from '#server/config/errorCode.ts'
import { record } from '#server/audit/record.ts'
import { writeHistory } from '#server/crud/history.ts'
import { readLockedRow } from '#server/crud/find.ts'
import { lastDay } from '#server/crud/input.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import { updateRow } from '#server/crud/links.ts'
import { toApiError } from '#server/crud/databaseErrors.ts'
import type { RecordInput } from '#server/crud/save.ts'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/onlyRow.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { endedSubscription, today } from '#server/session/subscriptions.ts'
import { table } from '#shared/resource/names.ts'
import { users } from '#shared/resources/users.ts'

/** The subscriptions that have not ended, by their first days. */
const unendedSubscription = (position: number) => sql`(
  select subscriptions.*
    from subscriptions
   where subscriptions.user_id = users.id
     and coalesce(ends_on, 'infinity') >= ${today}
   order by starts_on
   limit 1 offset ${sql.lit(position)})`

/** The current subscription, or else the next one, which the form of a user edits. */
const currentSubscription = unendedSubscription(0)

/** The subscription after that one, which waits for its first day: the form only shows it. */
const waitingSubscription = unendedSubscription(1)

/** The form only shows it. */
const lastSubscription = endedSubscription(sql`users.id`)

const nameOf = (subscription: RawBuilder<unknown>) => sql`(
  select jsonb_build_object('id', subscription_configs.id, 'name', subscription_configs.name)
    from ${subscription} as shown
    join subscription_configs on subscription_configs.id = shown.subscription_config_id)`

export const usersConfig: ResourceConfig = {
  resource: users,
  computed: {
    email_waiting: sql`(
      select one_time_codes.email
        from one_time_codes
       where one_time_codes.user_id = users.id
         and purpose = 'email-change'
         and used_at is null
         and ends_at > now()
       order by one_time_codes.created_at desc
       limit 1)`,
    subscription_config: nameOf(currentSubscription),
    subscription_from: sql`(select starts_on from ${currentSubscription} as running)`,
    subscription_to: sql`(select ends_on from ${currentSubscription} as running)`,
    subscription_waiting: nameOf(waitingSubscription),
    subscription_waiting_from: sql`(select starts_on from ${waitingSubscription} as waiting)`,
    subscription_ended: nameOf(lastSubscription),
    subscription_ended_on: sql`(select ends_on from ${lastSubscription} as ended)`,
  },
}

const subscriptionFields = ['subscription_config', 'subscription_from', 'subscription_to'] as const
type Subscription = { config: number | null; from: string | null; to: string | null }

const readSubscription = ({ db }: SessionContext, id: number) => readLockedRow(db, usersConfig, id, subscriptionFields)

/** Creates, changes, or ends the subscription of a user by the three fields of the form, and writes the history. */
export async function saveSubscription(context: SessionContext, id: number, input: RecordInput) {
  if (subscriptionFields.every((name) => input[name] === undefined)) return
  const { db } = context
  const before = await readSubscription(context, id)
  const current = fromValues({ ...before, subscription_config: configOf(before) })
  const requested = await withDays(db, current.config, requestedOf(current, input))
  if (requested.to !== null && requested.from !== null && requested.to < requested.from)
    throw new ApiError('invalid', { fields: { subscription_to: [{ code: 'range-reversed' }] } })
  const removed = await storeSubscription(db, id, requested, current.config).catch((error: unknown) => {
    throw apiErrorOf(error) ?? error
  })
  const readAfter = () =>
    requested.config === null ? readSubscription(context, id) : readSubscriptionFrom(db, id, requested.from)
  if (isDeepStrictEqual(await readAfter(), before)) return
  await countSave(db, id)
  const waiting = removed.filter(({ subscription_from }) => subscription_from !== current.from)
  await recordRemoved(context, id, waiting)
  await writeHistory(context, users, { action: 'update', before, after: await readAfter() })
}

type RemovedSubscription = { subscription_config: object; subscription_from: string; subscription_to: string | null }

/** The history of subscriptions that waited for their first day. */
async function recordRemoved(context: SessionContext, id: number, removed: readonly RemovedSubscription[]) {
  if (removed.length === 0) return
  const { version } = await readSubscription(context, id)
  const after = { subscription_config: null, subscription_from: null, subscription_to: null }
  for (const before of removed)
    await record(context, { action: 'update', resource: users.name, row_id: id, row_version: version, before, after })
}

/** The saved subscription, also when the form does not show it: it begins after the one that it replaces, or has ended. */
async function readSubscriptionFrom(db: Db, id: number, from: string | null) {
  const { rows } = await sql<Row>`
    select users.id, users.version,
           jsonb_build_object('id', subscription_configs.id, 'name', subscription_configs.name) as subscription_config,
           starts_on::text as subscription_from,
           ends_on::text as subscription_to
      from users
      join subscriptions on user_id = users.id
      join subscription_configs on subscription_configs.id = subscription_config_id
     where users.id = ${id}
       and starts_on = ${from}`.execute(db)
  return onlyRow(rows, `user ${id} has no subscription from ${from}: was it not stored?`)
}

/** Another subscription does not inherit the last day of the current one. */
function requestedOf(current: Subscription, input: RecordInput): Subscription {
  const { subscription_config: config = current.config, subscription_from: from = current.from } = input
  const { subscription_to: to = config === current.config ? current.to : null } = input
  return fromValues({ subscription_config: config, subscription_from: from, subscription_to: to })
}

/** Increments the version of a user for a change outside the columns of the form. */
export const countSave = (db: Db, id: number) => updateRow(db, table(users), id, [['updated_at', new Date()]])

const configOf = (row: Record<string, unknown> | undefined) =>
  (row?.['subscription_config'] as { id: number } | null | undefined)?.id ?? null

const fromValues = (values: Record<string, unknown>): Subscription => ({
  config: values['subscription_config'] as number | null,
  from: values['subscription_from'] as string | null,
  to: (values['subscription_to'] ?? null) as string | null,
})

/**
 * A subscription that replaces another one starts today at the earliest. A new one without a last day runs for the days of
 * its configuration, at most to the last day that a form accepts. Throws when that is missing or no longer offered.
 */
async function withDays(db: Db, currentConfig: number | null, requested: Subscription): Promise<Subscription> {
  if (requested.config === null || currentConfig === requested.config) return requested
  const earliest = currentConfig === null ? sql`null` : today
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select first::text as from, coalesce(${requested.to}::date, least(first + days - 1, ${lastDay}::date))::text as to
      from subscription_configs, greatest(${requested.from}::date, ${earliest}) as first
     where id = ${requested.config}
       and published`.execute(db)
  if (!rows[0]) throw new ApiError('invalid', { fields: { subscription_config: [{ code: 'gone' }] } })
  return { ...requested, ...rows[0] }
}

/** Overlapping days, or a missing subscription, as an error of the field. */
function apiErrorOf(error: unknown): ApiError | undefined {
  if (codeOf(error) === sqlState.exclusion_violation)
    return new ApiError('invalid', { fields: { subscription_from: [{ code: 'days-taken' }] } })
  return toApiError(error, users)
}

/** Returns the subscriptions that were removed before their first day. */
async function storeSubscription(
  db: Db,
  id: number,
  { config, from, to }: Subscription,
  currentConfig: number | null,
): Promise<RemovedSubscription[]> {
  if (currentConfig !== null && currentConfig === config) {
    await sql`
      update subscriptions
         set starts_on = ${from}, ends_on = ${to}
       where id = (select running.id from users, lateral ${currentSubscription} as running where users.id = ${id})`.execute(
      db,
    )
    return []
  }
  const removed = await endSubscription(db, id, config === null ? null : from)
  if (config !== null)
    await sql`
      insert into subscriptions (user_id, subscription_config_id, starts_on, ends_on)
      values (${id}, ${config}, ${from}, ${to})`.execute(db)
  return removed
}

/**
 * Ends a started subscription the day before the next one, by default yesterday, and deletes those that have not started.
 * Returns the deleted ones.
 */
async function endSubscription(db: Db, id: number, next: string | null): Promise<RemovedSubscription[]> {
  const first = sql`coalesce(${next}::date, ${today})`
  const { rows } = await sql<RemovedSubscription>`
    with deleted as (
      delete from subscriptions
       where user_id = ${id}
         and (starts_on > ${today} or starts_on = ${today} and ${first} <= ${today})
      returning *)
    select jsonb_build_object('id', subscription_configs.id, 'name', subscription_configs.name) as subscription_config,
           starts_on::text as subscription_from,
           ends_on::text as subscription_to
      from deleted
      join subscription_configs on subscription_configs.id = subscription_config_id
     order by starts_on`.execute(db)
  await sql`
    update subscriptions
       set ends_on = ${first} - 1
     where user_id = ${id}
       and starts_on <= ${today}
       and coalesce(ends_on, 'infinity') >= greatest(${first}, ${today})`.execute(db)
  return rows
}
