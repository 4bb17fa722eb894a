import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { decodeBase64url } from './base64url.ts'

declare const sealedBy: unique symbol
/** A code, a reference, a first password, or the secret of an authenticator, encrypted in the database and its backups. */
export type Sealed = string & { readonly [sealedBy]: 'seals' }

export type Seals = ReturnType<typeof createSeals>

const algorithm = 'aes-256-gcm'
const nonce_bytes = 12
const tag_bytes = 16

/**
 * Seal: authenticated encryption (AES-256-GCM) of secrets in the database. The key is not in the database, and each purpose
 * has its own; that of secrets in waiting e-mails has the name of an earlier version.
 */
export function createSeals(secret: string, purpose = 'hukum/letters/v1') {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', purpose, 32))

  return {
    seal: (text: string): Sealed => {
      const nonce = randomBytes(nonce_bytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url') as Sealed
    },

    /** Throws for a seal of another installation. */
    open: (sealed: Sealed): string => {
      const bytes = decodeBase64url(sealed)
      if (!bytes) throw new Error('the seal is not in base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonce_bytes), { authTagLength: tag_bytes })
      decipher.setAuthTag(bytes.subarray(nonce_bytes, nonce_bytes + tag_bytes))
      const ciphertext = bytes.subarray(nonce_bytes + tag_bytes)
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
    },
  }
}
