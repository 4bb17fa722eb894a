import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

declare const sealedBy: unique symbol
/** A code, a link's reference or a first password, unreadable in the database and its backups. */
export type Sealed = string & { readonly [sealedBy]: 'seals' }

export type Seals = ReturnType<typeof buildSeals>

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Hides what a waiting letter tells its reader: the key stays outside of the database. */
export function buildSeals(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'hukum/letters/v1', 32))

  return {
    seal: (text: string): Sealed => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url') as Sealed
    },

    /** Throws for what this installation has not sealed. */
    open: (sealed: Sealed): string => {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const hidden = bytes.subarray(nonceBytes + tagBytes)
      return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
    },
  }
}
