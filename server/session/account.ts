import { sql } from 'kysely'

/**
 * Whether the account is open: every way to a session checks this condition. A temporary lock is not part of it: it
 * only stops new sign-ins; otherwise failing on purpose could end the sessions of others.
 */
export const accountIsOpen = sql<boolean>`(
  users.active
  and not users.is_locked
  and not users.must_change_password
  and users.deleted_at is null)`
