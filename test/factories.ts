import { hash } from '@node-rs/argon2'
import pg from 'pg'

export const password = 'correct horse 12'

/** Argon2id at its lowest cost: a sign-in reads the cost from the hash, and would take most of a test run. */
const lowestCost = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }
const hashed = hash(password, lowestCost)

type NewUser = {
  email?: string
  can?: string[]
  active?: boolean
  is_locked?: boolean
  must_change?: boolean
  copy_access?: boolean
}

/** Inserts a user who can sign in with `password` and has exactly the permissions `can`. Returns the e-mail address. */
export async function buildUser(
  url: string,
  {
    email = `user-${crypto.randomUUID()}@hukum.test`,
    can = [],
    active = true,
    is_locked = false,
    must_change = false,
    copy_access,
  }: NewUser = {},
) {
  const client = clientOf(url)
  const { rows } = await client.query<{ id: string }>(
    `insert into users (name, email, password_hash, must_change_password, active, is_locked)
     values ('Test', $1, $2, $3, $4, $5)
     returning id`,
    [email, await hashed, must_change, active, is_locked],
  )
  const user = rows[0]?.id
  await client.query(
    `with role as (insert into roles (name) values ($1) returning id),
          named as (insert into permissions (name) select unnest($2::text[]) on conflict (name) do update set name = excluded.name returning id),
          given as (insert into user_roles (user_id, role_id) select $3, id from role)
     insert into role_permissions (role_id, permission_id) select role.id, named.id from role, named`,
    [`role of ${email}`, [...new Set(can)], user],
  )
  if (copy_access !== undefined) await subscribe(client, user, copy_access)
  return email
}

const clients = new Map<string, pg.Pool>()

/** One connection for all users of a database: a new one costs more than the statements. */
function clientOf(url: string): pg.Pool {
  const known = clients.get(url)
  if (known) return known
  const client = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 2000, allowExitOnIdle: true })
  // The database is dropped at the end of the test file, or cut off in the middle: the next user gets another connection.
  client.on('error', () => undefined)
  clients.set(url, client)
  return client
}

async function subscribe(client: pg.Pool, user: string | undefined, copy_access: boolean) {
  await client.query(
    `with config as (
       insert into subscription_configs (name, amount, days, copy_access) values ($1, 100, 30, $2) returning id)
     insert into subscriptions (user_id, subscription_config_id, starts_on)
     select $3, id, library_today() from config`,
    [`config of ${user ?? ''}`, copy_access, user],
  )
}
