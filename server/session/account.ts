import { sql } from 'kysely'

/**
 * Whose sessions live: every path to a session asks this same question. A temporary lock is no part of it: it stops
 * new sign-ins only, or whoever fails on purpose could end the sessions of others.
 */
export const accountIsOpen = sql<boolean>`(
  users.active
  and not users.is_locked
  and not users.must_change_password
  and users.deleted_at is null)`
