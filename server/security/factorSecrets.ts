import { createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { limits } from '#shared/limits.ts'
import { createSeals, type Sealed } from './seals.ts'
import { totpSecret_bytes } from './totp.ts'

export type FactorSecrets = ReturnType<typeof createFactorSecrets>

const totpLabel = 'hukum/totp/v1'

/** Without characters that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** The secrets of second factors. Their keys are derived for the user, so that a row of another user is worth nothing. */
export function createFactorSecrets(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'hukum/recovery/v1', 32))
  const sealsOf = (user_id: number) => createSeals(secret, [totpLabel, user_id].join('/'))

  return {
    newTotpSecret: () => randomBytes(totpSecret_bytes),
    sealTotp: (user_id: number, totp: Buffer) => sealsOf(user_id).seal(totp.toString('base64url')),
    openTotp: (user_id: number, sealed: Sealed) => Buffer.from(sealsOf(user_id).open(sealed), 'base64url'),

    /** Ten letters of about 49 random bits, in two groups. */
    newRecoveryCode: () => {
      const letters = Array.from({ length: limits.factor.recovery_letters }, () =>
        alphabet.charAt(randomInt(alphabet.length)),
      ).join('')
      return `${letters.slice(0, letters.length / 2)}-${letters.slice(letters.length / 2)}`
    },
    /** The keyed hash of a recovery code as typed. */
    hashRecoveryCode: (user_id: number, code: string) =>
      createHmac('sha256', key)
        .update(`${user_id}|${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
        .digest(),
  }
}
