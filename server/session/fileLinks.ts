import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { limits } from '#shared/limits.ts'

/** The claims of a link: one file for one session. */
export type FileClaims = { file_id: number; session_id: string }

/** The session id of links for users without a session: public files. */
export const ANONYMOUS_SESSION_ID = '00000000-0000-0000-0000-000000000000'

export type FileLinks = ReturnType<typeof createFileLinks>

/** Expiry (seconds since 1970), file id, and session id, then the signature: 80 characters in the URL. */
const claimBytes = 4 + 8 + 16
const signatureBytes = 32

/**
 * Signed URLs of files, which expire after minutes and with their session. The caller has checked the permission. Their
 * key is derived separately from that of tokens, so neither is accepted for the other.
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

    /** Verifies a signed file link: its claims, or undefined when it is forged or expired. */
    verify(token: string): FileClaims | undefined {
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
