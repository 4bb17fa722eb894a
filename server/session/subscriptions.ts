import { sql } from 'kysely'

/** Today in the Maldives: with it begin and end the days of subscriptions. */
export const today = sql<string>`library_today()`

/** Whether the row of `subscriptions` is running today. */
export const subscriptionIsRunning = sql<boolean>`(
  ${today} between subscriptions.starts_on and coalesce(subscriptions.ends_on, 'infinity'))`
