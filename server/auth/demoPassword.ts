import { sql } from 'kysely'
import { type Env, StartupError } from '#server/config/env.ts'
import type { Db } from '#server/db/database.ts'
import { isPassword } from '#server/security/passwords.ts'

/** The password of every demo account, which README prints. */
export const demoPassword = 'hukum-demo-2026'

/**
 * Throws a `StartupError` when other machines can reach the server while accounts have the password of the demo library.
 * The passwords themselves are verified, whatever SEED says now.
 */
export async function refuseDemoPassword(db: Db, env: Pick<Env, 'HOST' | 'PUBLIC_URL'>) {
  const exposed = exposedBy(env)
  if (exposed === undefined) return

  const accounts = await possibleDemoAccounts(db)
  const verified = await Promise.all(accounts.map(({ password_hash }) => isPassword(demoPassword, password_hash)))
  const emails = accounts.flatMap(({ email }, index) => (verified[index] ? [email] : []))
  if (emails.length > 0)
    throw new StartupError(
      `${exposed} lets other machines reach this server, but these accounts still have the password of the demo library, which is public: ${emails.join(', ')}; start it on 127.0.0.1 without PUBLIC_URL and change their passwords or delete them first.`,
    )
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** The setting through which other machines reach the server, or undefined. */
function exposedBy({ HOST, PUBLIC_URL }: Pick<Env, 'HOST' | 'PUBLIC_URL'>): string | undefined {
  if (!loopback.test(HOST)) return `HOST ${HOST}`
  if (PUBLIC_URL !== undefined && !loopback.test(new URL(PUBLIC_URL).hostname)) return `PUBLIC_URL ${PUBLIC_URL}`
  return undefined
}

/** The demo accounts are the first of their library; their e-mail addresses may have been changed. */
async function possibleDemoAccounts(db: Db) {
  const { rows } = await sql<{ email: string; password_hash: string }>`
    select email, password_hash
      from users
     where deleted_at is null
       and password_hash is not null
       and (email like '%@hukum.test' or id <= 20)
     order by id
     limit 40`.execute(db)
  return rows
}
