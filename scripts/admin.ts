import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { record } from '#server/audit/record.ts'
import { StartupError } from '#server/config/env.ts'
import { connect, type Db } from '#server/db/database.ts'
import { generatePassword } from '#server/resources/users/password.ts'
import { hasEveryPermission } from '#server/resources/users/rules.ts'
import { hashPassword } from '#server/security/passwords.ts'
import { limits } from '#shared/limits.ts'
import { users } from '#shared/resources/users.ts'
import { emailPattern } from '#shared/text/format/email.ts'
import { writeRoles } from '#db/seed/access.ts'
import { loadEnv, openEnvironment, requireLibrary, runScript } from './environment.ts'

/**
 * `npm run admin -- EMAIL NAME` adds an administrator, the first one of a library that was started with SEED=none, or
 * another one when no administrator can sign in any more. Prints a first password, which only serves to choose another one. A library
 * without roles gets those of the demo library.
 */
await runScript(async () => {
  const account = readArguments()
  const env = loadEnv()
  requireLibrary(env)
  const environment = await openEnvironment(env)
  const { db, pool, close } = connect(environment.env.DATABASE_URL, { connections: 1 })
  try {
    await ensureRoles(pool)
    const password = await db.transaction().execute((transaction) => addAdministrator(transaction, account))
    console.log(
      `${account.email} is an administrator. Sign in within ${limits.code.first_password_hours} hours with the password`,
    )
    console.log(`  ${password}`)
    console.log('and choose another one.')
  } finally {
    await close()
    await environment.stop()
  }
})

type Account = { email: string; name: string }

function readArguments(): Account {
  const [email = '', ...names] = process.argv.slice(2)
  const account = { email: email.toLowerCase(), name: names.join(' ').trim() }
  const usage = 'npm run admin -- EMAIL NAME'
  if (email === '' || account.name === '') throw new StartupError(usage)
  if (!z.email({ pattern: emailPattern }).max(users.fields.email.max).safeParse(account.email).success)
    throw new StartupError(`${email} is not an e-mail address: ${usage}`)
  const { name_letters } = limits.person
  if (account.name.length > name_letters)
    throw new StartupError(`The name has more than ${name_letters} characters: ${usage}`)
  return account
}

/** Concurrent runs, and a seed, wait for each other. */
async function ensureRoles(pool: pg.Pool) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('hukum seed'))`)
    const { rowCount } = await client.query('select from roles limit 1')
    if (rowCount === 0) await writeRoles(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Returns the first password. The role may have been renamed: it is the first one that has every permission of the program. */
async function addAdministrator(db: Db, { email, name }: Account) {
  const role = await sql<{ id: number; name: string }>`
    select id, name
      from roles
     where ${hasEveryPermission}
     order by id
     limit 1`.execute(db)
  const [administrator] = role.rows
  if (!administrator) throw new StartupError('No role has every permission: an administrator cannot be added.')

  const password = generatePassword()
  const { rows } = await sql<{ id: number }>`
    insert into users (name, email, password_hash, must_change_password, is_locked, first_password_ends_at)
    values (${name}, ${email}, ${await hashPassword(password)}, true, false,
            now() + make_interval(hours => ${limits.code.first_password_hours}))
        on conflict do nothing
    returning id`.execute(db)
  const [user] = rows
  if (!user) throw new StartupError(`${email} has an account already: sign in with it, or use another address.`)
  await sql`insert into user_roles (user_id, role_id) values (${user.id}, ${administrator.id})`.execute(db)
  const after = { name, email, roles: [administrator.name] }
  await record({ db, session: undefined }, { action: 'create', resource: 'users', row_id: user.id, after })
  return password
}
