import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { hashPassword } from '#server/security/passwords.ts'
import type { Seals } from '#server/security/seals.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { limits } from '#shared/limits.ts'

/** Without letters and digits that are taken for each other. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Four groups of five: about 116 random bits, and can be read out. */
const newPassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length))).join(''),
  ).join('-')

/** Gives a person a password that opens nothing but the choice of another, for three days. It is told once, and mailed. */
export async function giveFirstPassword({ db }: SessionContext, id: number, seals: Seals): Promise<string> {
  const password = newPassword()
  const { rows } = await sql<{ name: string; email: string }>`
    update users
       set password_hash = ${await hashPassword(password)},
           must_change_password = true,
           locked_until = null,
           first_password_ends_at = now() + make_interval(hours => ${limits.code.first_password_hours})
     where id = ${id}
    returning name, email`.execute(db)
  for (const { name, email } of rows)
    await enqueueEmail(db, {
      kind: 'first-password',
      recipient: email,
      content: { name, password: seals.seal(password) },
    })
  return password
}
