import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { hashPassword } from '#server/security/passwords.ts'
import type { Codes } from '#server/security/codes.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { dropWaitingEmails, enqueueEmail } from '#server/mail/outbox.ts'
import { onlyRow } from '#server/db/onlyRow.ts'
import { limits } from '#shared/limits.ts'
import { inLanguage, successMessages } from '#shared/messages.ts'

/** Without characters that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Four groups of five characters: about 116 random bits. */
export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  ).join('-')

export type FirstPassword = { password: string; hashed: string }

/** Slow on purpose: before the transaction. */
export async function generateFirstPassword(): Promise<FirstPassword> {
  const password = generatePassword()
  return { password, hashed: await hashPassword(password) }
}

/**
 * Sets a password that is valid for three days and only to choose another one. It is sent by e-mail and answered unless the
 * account is closed and could not log in with it: then the answer says so, and the user gets another one when it is opened.
 * Open references to choose a password end: an earlier first password or a reset link returned them.
 */
export async function setFirstPassword(
  { db, language }: SessionContext,
  id: number,
  { password, hashed }: FirstPassword,
  codes: Codes,
): Promise<{ password: string } | { Message: string }> {
  const { rows } = await sql<{ name: string; email: string; is_open: boolean }>`
    update users
       set password_hash = ${hashed},
           must_change_password = true,
           locked_until = null,
           first_password_ends_at = now() + make_interval(hours => ${limits.code.first_password_hours})
     where id = ${id}
    returning name, email, active and not is_locked as is_open`.execute(db)
  await codes.endAll(db, id)
  const { name, email, is_open } = onlyRow(rows, `user ${id} is missing: was the row not locked?`)
  const kind = 'first-password'
  await dropWaitingEmails(db, { kind, recipient: email })
  if (!is_open) return { Message: inLanguage(successMessages['password-waits'], language) }
  await enqueueEmail(db, { kind, recipient: email, content: { name, password: codes.seal(password) } })
  return { password }
}
