import { sql } from 'kysely'
import { accountIsOpen } from '#server/session/account.ts'
import type { Db } from '#server/db/database.ts'

/** Somebody who wants to sign in, before he has shown who he is. */
export type Person = {
  id: number
  name: string
  password_hash: string | null
  /** The account is open, but for a first password that must be changed. */
  may_begin: boolean
  must_change_password: boolean
  first_password_ended: boolean
  is_locked_for_a_while: boolean
  /** Holds a permission: searching and reading need none. */
  is_staff: boolean
  /** Has signed in before from where this comes from. */
  known: boolean
}

/** The person of an e-mail, seen from an address. Deleted ones are found by nobody. */
export async function findPerson(db: Db, { email, address }: { email: string; address: string }) {
  const { rows } = await sql<Person>`
    select users.id, users.name, users.password_hash, users.must_change_password,
           users.active and not users.is_locked as may_begin,
           coalesce(users.first_password_ends_at < now(), false) as first_password_ended,
           coalesce(users.locked_until > now(), false) as is_locked_for_a_while,
           exists (
             select from user_roles
               join role_permissions on role_permissions.role_id = user_roles.role_id
              where user_roles.user_id = users.id) as is_staff,
           ${hasSignedInFrom(address)} as known
      from users
     where users.email = ${email}
       and users.deleted_at is null`.execute(db)
  return rows[0]
}

/** Of an IPv6 address the network counts, as its holder changes the rest of it every day. */
const hasSignedInFrom = (address: string) => sql<boolean>`exists (
  select from sessions
   where sessions.user_id = users.id
     and sessions.address <<= network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 32 else 64 end)))`

type Beginner = { user_id: number; address: string; password_hash?: string | null }

/**
 * Whether a session may begin, asked in its transaction: what was true when the password was looked at may have changed
 * since, the password too. The account stays as it is until the session has begun.
 */
export async function mayBegin(db: Db, { user_id, address, password_hash }: Beginner) {
  const samePassword = password_hash === undefined ? sql`true` : sql`users.password_hash = ${password_hash}`
  const { rows } = await sql<{ may: boolean }>`
    select ${accountIsOpen}
             and ${samePassword}
             and (coalesce(users.locked_until < now(), true) or ${hasSignedInFrom(address)}) as may
      from users
     where id = ${user_id}
       for share of users`.execute(db)
  return rows[0]?.may ?? false
}

/** The person of a new session, and whether it is from somewhere new: not for the first session of all. */
export async function findArrival(db: Db, { user_id, address }: { user_id: number; address: string }) {
  const { rows } = await sql<{ name: string; email: string; is_from_elsewhere: boolean }>`
    select users.name, users.email,
           exists (select from sessions where sessions.user_id = users.id)
             and not ${hasSignedInFrom(address)} as is_from_elsewhere
      from users
     where id = ${user_id}`.execute(db)
  return rows[0]
}
