import { type RawBuilder, sql } from 'kysely'

/** Today in the Maldives: with it begin and end the days of subscriptions. */
export const today = sql<string>`library_today()`

/** Whether the row of `subscriptions` is running today. */
export const subscriptionIsRunning = sql<boolean>`(
  ${today} between subscriptions.starts_on and coalesce(subscriptions.ends_on, 'infinity'))`

/** The row of the subscription of a user that ended last, as a subquery. */
export const endedSubscription = (userId: RawBuilder<unknown>) => sql`(
  select subscriptions.*
    from subscriptions
   where subscriptions.user_id = ${userId}
     and ends_on < ${today}
   order by ends_on desc
   limit 1)`
