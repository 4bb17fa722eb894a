import { type RawBuilder, sql } from 'kysely'
import { hasOwnFactor } from '#server/auth/factors/offered.ts'
import { accountIsOpen } from '#server/session/account.ts'
import type { Db } from '#server/db/database.ts'

/** The account of a login before the password is verified. */
export type LoginAccount = {
  id: number
  name: string
  password_hash: string | null
  /** The account is open, apart from a first password that must be changed. */
  may_begin: boolean
  must_change_password: boolean
  first_password_ended: boolean
  is_locked_for_a_while: boolean
  /** Has any permission: searching and reading need none. */
  is_staff: boolean
  /** Has a second factor, which every sign-in asks for. */
  has_own_factor: boolean
}

const isStaff = sql<boolean>`exists (
  select from user_roles
    join role_permissions on role_permissions.role_id = user_roles.role_id
   where user_roles.user_id = users.id)`

export async function findLoginAccount(db: Db, email: string) {
  const { rows } = await sql<LoginAccount>`
    select users.id, users.name, users.password_hash, users.must_change_password,
           users.active and not users.is_locked as may_begin,
           coalesce(users.first_password_ends_at < now(), false) as first_password_ended,
           coalesce(users.locked_until > now(), false) as is_locked_for_a_while,
           ${isStaff} as is_staff,
           ${hasOwnFactor} as has_own_factor
      from users
     where users.email = ${email}
       and users.deleted_at is null`.execute(db)
  return rows[0]
}

/**
 * Checks the account again in the transaction of the step after the password, because it can have changed since the password
 * was verified: the password, and what the step was chosen by. A temporary lock does not apply to a known browser. Locks the
 * account until the commit.
 */
export const isUnchanged = (
  db: Db,
  { id, password_hash, must_change_password, is_staff, has_own_factor }: LoginAccount,
  { isKnownBrowser }: { isKnownBrowser: boolean },
) =>
  lockAccount(
    db,
    id,
    sql`users.active
        and not users.is_locked
        and users.deleted_at is null
        and users.must_change_password = ${must_change_password}
        and users.password_hash = ${password_hash}
        and ${isStaff} = ${is_staff}
        and ${hasOwnFactor} = ${has_own_factor}
        and (coalesce(users.locked_until < now(), true) or ${isKnownBrowser})`,
  )

/** The same at a second step: the password was verified in an earlier one, and a temporary lock does not apply. */
export const canBeginSession = (db: Db, user_id: number) => lockAccount(db, user_id, accountIsOpen)

/** Sessions are counted one by one. The condition is a second statement: it sees all tables as they are after the wait. */
async function lockAccount(db: Db, id: number, condition: RawBuilder<unknown>) {
  await sql`select from users where id = ${id} for no key update`.execute(db)
  const { rows } = await sql<{ may: boolean }>`select ${condition} as may from users where id = ${id}`.execute(db)
  return rows[0]?.may ?? false
}

type SignedInUser = {
  id: number
  name: string
  email: string
  password_hash: string | null
  is_new_address: boolean
}

/** The user of a new session, and whether its address is new; not for the very first session. */
export async function findSessionUser(db: Db, { user_id, address }: { user_id: number; address: string }) {
  const { rows } = await sql<SignedInUser>`
    select users.id, users.name, users.email, users.password_hash,
           exists (select from sessions where sessions.user_id = users.id)
             and not ${hasSignedInFrom(address)} as is_new_address
      from users
     where id = ${user_id}`.execute(db)
  return rows[0]
}

/** IPv6 addresses are compared by their /64 network, because the rest changes daily. */
const hasSignedInFrom = (address: string) => sql<boolean>`exists (
  select from sessions
   where sessions.user_id = users.id
     and sessions.address <<= network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 32 else 64 end)))`
