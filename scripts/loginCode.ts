import { resolve } from 'node:path'
import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { StartupError } from '#server/config/env.ts'
import { readSecrets } from '#server/config/secrets.ts'
import { connect, type Db } from '#server/db/database.ts'
import { createSeals, type Sealed } from '#server/security/seals.ts'
import { limits } from '#shared/limits.ts'
import { loadEnv, openEnvironment, requireLibrary, runScript } from './environment.ts'

/**
 * `npm run login-code -- EMAIL` prints the code of an e-mail that waits, for a user who has entered the password: while mail is
 * off, as in a restored library, or the mail server is away. The audit log has that it was read. It is of no use without the
 * password, and where the e-mail was sent there is none.
 */
await runScript(async () => {
  const [email = '', ...others] = process.argv.slice(2)
  if (email === '' || others.length > 0) throw new StartupError('npm run login-code -- EMAIL')
  const env = loadEnv()
  requireLibrary(env)
  const { code_key } = readSecrets(resolve(env.DATA_DIR))
  const environment = await openEnvironment(env)
  const { db, close } = connect(environment.env.DATABASE_URL, { connections: 1 })
  try {
    const sealed = await db.transaction().execute((transaction) => readWaiting(transaction, email.toLowerCase()))
    console.log(createSeals(code_key).open(sealed))
  } finally {
    await close()
    await environment.stop()
  }
})

async function readWaiting(db: Db, email: string): Promise<Sealed> {
  const { rows } = await sql<{ user_id: number; code: Sealed }>`
    select users.id as user_id, content ->> 'code' as code
      from emails
      join users on users.email = recipient
     where kind = 'code'
       and content ->> 'for' = 'login'
       and content ? 'code'
       and recipient = ${email}
       and users.deleted_at is null
       and emails.created_at > now() - make_interval(mins => ${limits.code.minutes})
     order by emails.id desc
     limit 1`.execute(db)
  const [waiting] = rows
  if (!waiting)
    throw new StartupError(
      `No code for ${email} waits: enter the password first, within the last ${limits.code.minutes} minutes. A code that was sent is in the e-mail.`,
    )
  await record({ db, session: undefined }, { action: 'code-read', resource: 'users', row_id: waiting.user_id })
  return waiting.code
}
