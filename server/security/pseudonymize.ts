import { createHmac } from 'node:crypto'

export type Pseudonymize = ReturnType<typeof createPseudonymizer>

/**
 * Pseudonymizes a text with a keyed hash, so that the audit log shows which failures concern the same e-mail address
 * without containing it.
 */
export function createPseudonymizer(secret: string) {
  const key = Buffer.from(secret, 'base64url')
  return (text: string) => createHmac('sha256', key).update(`audit|${text}`).digest('base64url').slice(0, 22)
}
