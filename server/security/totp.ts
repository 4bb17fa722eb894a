import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '#shared/limits.ts'

/** Time-based one-time passwords (RFC 6238) as every authenticator app knows them: HMAC-SHA-1, six digits, 30 seconds. */
const step_seconds = 30
const digest_bytes = 20

/** The length of a secret in bytes: that of the hash (RFC 4226, section 4). */
export const totpSecret_bytes = digest_bytes

/** The number of the time step, counted from 1970. */
export const totpStep = (now_ms: number) => Math.floor(now_ms / 1000 / step_seconds)

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest_bytes - 1) & 0x0f
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** limits.code.digits
  return String(number).padStart(limits.code.digits, '0')
}

/**
 * The time step of a code: the current one, or one next to it, for clocks that differ. Undefined for a wrong code. Every
 * step is compared in constant time.
 */
export function stepOfCode(secret: Buffer, code: string, now_ms: number): number | undefined {
  const current = totpStep(now_ms)
  const matches = [current, current - 1, current + 1].filter((step) => isEqual(totpCode(secret, step), code))
  return matches[0]
}

function isEqual(expected: string, actual: string) {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding; the bytes are a multiple of five. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => base32Alphabet.charAt(Number.parseInt(five, 2))).join('')
}
