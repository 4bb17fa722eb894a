import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { limits } from '#shared/limits.ts'

/** One file, for one session. */
export type FileClaims = { file_id: number; session_id: string }

/** The session of links that were made without one: for what anybody may see. */
export const ANONYMOUS_SESSION_ID = '00000000-0000-0000-0000-000000000000'

export type FileLinks = ReturnType<typeof createFileLinks>

/** When it ends (in seconds), which file, which session; then the signature. 80 letters in an address. */
const claimBytes = 4 + 8 + 16
const signatureBytes = 32

/**
 * Addresses of files that end after minutes, and at once with their session. Whoever makes one has checked the right.
 * Their key is another than that of tokens: neither ever passes for the other.
 */
export function createFileLinks(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'hukum/files/v1', 32))
  const sign = (claims: Buffer) => createHmac('sha256', key).update(claims).digest()

  return {
    /** A same-site path. */
    signedUrl({ file_id, session_id }: FileClaims): string {
      const claims = Buffer.alloc(claimBytes)
      claims.writeUInt32BE(Math.floor(Date.now() / 1000) + limits.file.link_seconds, 0)
      claims.writeBigUInt64BE(BigInt(file_id), 4)
      claims.write(session_id.replaceAll('-', ''), 12, 'hex')
      return `/files/${Buffer.concat([claims, sign(claims)]).toString('base64url')}`
    },

    /** What a link is for; undefined when it is not ours or has ended. */
    read(token: string): FileClaims | undefined {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== claimBytes + signatureBytes || bytes.toString('base64url') !== token) return undefined
      const claims = bytes.subarray(0, claimBytes)
      if (!timingSafeEqual(bytes.subarray(claimBytes), sign(claims))) return undefined
      if (claims.readUInt32BE(0) * 1000 < Date.now()) return undefined
      return { file_id: Number(claims.readBigUInt64BE(4)), session_id: uuidOf(claims.toString('hex', 12)) }
    },
  }
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
