import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { subscriptionIsRunning, today } from '#server/session/subscriptions.ts'
import { limits } from '#shared/limits.ts'

/**
 * Notifies users whose subscription ends soon, once for each of the configured days. A server that was off on that day
 * notifies later. A subscription that another one follows directly does not end.
 */
export async function notifyEndingSubscriptions(db: Db): Promise<void> {
  await sql`
    insert into notifications (user_id, kind, data, deduplication_key)
    select subscriptions.user_id, 'subscription-ending',
           jsonb_build_object('name', subscription_configs.name, 'ends_on', ends_on),
           concat_ws(' ', 'subscription', subscriptions.id, ends_on, warned.days)
      from subscriptions
      join subscription_configs on subscription_configs.id = subscription_config_id
      join users on users.id = subscriptions.user_id
      cross join lateral (
        select min(days) as days
          from unnest(${limits.notification.ending_days}::integer[]) as days
         where days >= ends_on - ${today}) as warned
     where ${subscriptionIsRunning}
       and ends_on is not null
       and warned.days is not null
       and users.active
       and users.deleted_at is null
       and not exists (
         select from subscriptions as next
          where next.user_id = subscriptions.user_id
            and next.starts_on = subscriptions.ends_on + 1)
    on conflict (user_id, deduplication_key) do nothing`.execute(db)
}
