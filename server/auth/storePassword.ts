import { sql } from 'kysely'
import { record } from '#server/audit/record.ts'
import { endSessionsOf } from './endSession.ts'
import type { AuthServices } from './services.ts'
import type { Context } from '#server/endpoint/context.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'

type PasswordChange = {
  user: { id: number; name: string; email: string }
  password_hash: string
  action: 'password-reset' | 'password-changed'
}

/**
 * Stores a new password, ends the user's other sessions, open codes, and temporary lock, and notifies the user by e-mail.
 */
export async function storePassword(
  { codes }: AuthServices,
  context: Context,
  { user, password_hash, action }: PasswordChange,
) {
  const { db, session, language, address } = context
  const { id, name, email } = user
  await sql`
    update users
       set password_hash = ${password_hash},
           must_change_password = false,
           first_password_ends_at = null,
           locked_until = null
     where id = ${id}`.execute(db)
  await endSessionsOf(db, id, 'password', session?.user_id === id ? { except: session.id } : {})
  await codes.endAll(db, id)
  await record(context, { action, resource: 'users', row_id: id, actor_id: id })
  const content = { name, at: new Date().toISOString(), address }
  await enqueueEmail(db, { kind: 'password-changed', recipient: email, language, content })
}
