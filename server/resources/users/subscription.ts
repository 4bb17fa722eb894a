import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { writeHistory } from '#server/crud/history.ts'
import { readRow } from '#server/crud/find.ts'
import type { Kept } from '#server/crud/serverResource.ts'
import { updateRow } from '#server/crud/links.ts'
import { refusalOfDatabase } from '#server/crud/databaseErrors.ts'
import type { Given } from '#server/crud/save.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { table } from '#shared/resource/names.ts'
import { users } from '#shared/resources/users.ts'

/** The subscription that runs now, or else the next one: what the form of a person shows and changes. */
const running = sql`(
  select subscriptions.*
    from subscriptions
   where subscriptions.user_id = users.id
     and coalesce(ends_on, 'infinity') >= current_date
   order by starts_on
   limit 1)`

export const keptUsers: Kept = {
  resource: users,
  computed: {
    subscription_config: sql`(
      select jsonb_build_object('id', subscription_configs.id, 'name', subscription_configs.name)
        from ${running} as running
        join subscription_configs on subscription_configs.id = running.subscription_config_id)`,
    subscription_from: sql`(select starts_on from ${running} as running)`,
    subscription_to: sql`(select ends_on from ${running} as running)`,
  },
}

const names = ['subscription_config', 'subscription_from', 'subscription_to'] as const
type Subscription = { config: number | null; from: string | null; to: string | null }

export const subscriptionOf = ({ db }: SessionContext, id: number) => readRow(db, keptUsers, id, names)

/** Gives, changes or ends the subscription of a person, as the three fields of his form say: a save of him, written down. */
export async function saveSubscription(context: SessionContext, id: number, given: Given) {
  if (names.every((name) => given[name] === undefined)) return
  const { db } = context
  const before = await subscriptionOf(context, id)
  const wanted = await beginning(
    db,
    configOf(before),
    wantedOf({ ...before, subscription_config: configOf(before), ...given }),
  )
  if (wanted.to !== null && wanted.from !== null && wanted.to < wanted.from)
    throw new ApiError('invalid', { fields: { subscription_to: [{ code: 'range-reversed' }] } })
  try {
    await put(db, id, wanted, configOf(before))
  } catch (error) {
    throw apiErrorOf(error) ?? error
  }
  if (isDeepStrictEqual(await subscriptionOf(context, id), before)) return
  await countSave(db, id)
  await writeHistory(context, users, { action: 'update', before, after: await subscriptionOf(context, id) })
}

/** What lies in tables of their own, or in no form, raises the version of a person too. */
export const countSave = (db: Db, id: number) => updateRow(db, table(users), id, [['updated_at', new Date()]])

const configOf = (row: Record<string, unknown> | undefined) =>
  (row?.['subscription_config'] as { id: number } | null | undefined)?.id ?? null

const wantedOf = (values: Record<string, unknown>): Subscription => ({
  config: values['subscription_config'] as number | null,
  from: values['subscription_from'] as string | null,
  to: (values['subscription_to'] ?? null) as string | null,
})

/** One that takes the place of another begins today at the earliest: the days before were the other's. */
async function beginning(db: Db, now: number | null, wanted: Subscription): Promise<Subscription> {
  if (now === null || wanted.config === null || now === wanted.config) return wanted
  const { rows } = await sql<{ from: string }>`
    select greatest(${wanted.from}::date, current_date)::text as from`.execute(db)
  return { ...wanted, from: rows[0]?.from ?? wanted.from }
}

/** Days that are another subscription's, or a subscription that is not sold: told at its field. */
function apiErrorOf(error: unknown): ApiError | undefined {
  const overlaps = error instanceof Error && 'code' in error && error.code === exclusionViolation
  if (overlaps) return new ApiError('invalid', { fields: { subscription_from: [{ code: 'days-taken' }] } })
  return refusalOfDatabase(error, users)
}

const exclusionViolation = '23P01'

async function put(db: Db, id: number, { config, from, to }: Subscription, now: number | null) {
  if (now !== null && now === config) {
    await sql`
      update subscriptions
         set starts_on = ${from}, ends_on = ${to}
       where id = (select running.id from users, lateral ${running} as running where users.id = ${id})`.execute(db)
    return
  }
  await end(db, id)
  if (config === null) return
  await sql`
    insert into subscriptions (user_id, subscription_config_id, starts_on, ends_on)
    values (${id}, ${config}, ${from}, ${to})`.execute(db)
}

/** What has run ends yesterday; what has not begun was never there. */
async function end(db: Db, id: number) {
  await sql`
    delete from subscriptions
     where user_id = ${id}
       and starts_on >= current_date`.execute(db)
  await sql`
    update subscriptions
       set ends_on = current_date - 1
     where user_id = ${id}
       and coalesce(ends_on, 'infinity') >= current_date`.execute(db)
}
