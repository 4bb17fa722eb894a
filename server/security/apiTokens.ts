import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Secret scanners find a token by its prefix, and confirm it by the checksum at its end without a call. */
const prefix = 'hukum_pat_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** About 238 random bits. */
const randomLetters = 40
const checksumLetters = 6
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLetters + checksumLetters}}$`)

export type ApiTokens = ReturnType<typeof createApiTokens>

/** Personal API tokens: `hukum_pat_`, random letters, and their CRC-32. */
export function createApiTokens(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'hukum/api-tokens/v1', 32))

  return {
    create(): string {
      const random = Array.from({ length: randomLetters }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
      return `${prefix}${random}${checksumOf(random)}`
    },

    /** The keyed hash that is stored instead of a token; undefined for what no installation has issued. */
    hash(token: string): Buffer | undefined {
      if (!pattern.test(token)) return undefined
      const random = token.slice(prefix.length, -checksumLetters)
      if (token.slice(-checksumLetters) !== checksumOf(random)) return undefined
      return createHmac('sha256', key).update(token).digest()
    },
  }
}

/** Whether a bearer token is meant as a personal API token. */
export const isApiToken = (token: string) => token.startsWith(prefix)

function checksumOf(text: string): string {
  let rest = crc32(text)
  let letters = ''
  for (let number = 0; number < checksumLetters; number += 1) {
    letters = alphabet.charAt(rest % alphabet.length) + letters
    rest = Math.floor(rest / alphabet.length)
  }
  return letters
}
