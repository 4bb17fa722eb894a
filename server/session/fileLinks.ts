import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { decodeBase64url } from '#server/security/base64url.ts'
import { limits } from '#shared/limits.ts'

/** The claims of a link: one file for one session, as long as the session has what the link needs. */
export type FileClaims = { file_id: number; session_id: string; needs: FileNeeds }

/** A permission that the session must still have when the link is used; an own upload; or nothing but the session. */
export type FileNeeds = { permission: string } | 'own-upload' | 'session'

/** The session id of links for users without a session: public files. */
export const anonymousSessionId = '00000000-0000-0000-0000-000000000000'

export type FileLinks = ReturnType<typeof createFileLinks>

/** Expiry (seconds since 1970), file id, session id, what is needed as text, and the signature. */
const needsStart = 4 + 8 + 16
const signature_bytes = 32

/**
 * Signed URLs of files, which expire after minutes, with their session, and with its permission. Their key is derived
 * separately from that of tokens, so neither is accepted for the other.
 */
export function createFileLinks(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'hukum/files/v1', 32))
  const sign = (claims: Buffer) => createHmac('sha256', key).update(claims).digest()

  return {
    /** A same-site path. */
    signedUrl({ file_id, session_id, needs }: FileClaims): string {
      const text = Buffer.from(textOf(needs))
      const claims = Buffer.concat([Buffer.alloc(needsStart), text])
      claims.writeUInt32BE(Math.floor(Date.now() / 1000) + limits.file.link_seconds, 0)
      claims.writeBigUInt64BE(BigInt(file_id), 4)
      claims.write(session_id.replaceAll('-', ''), 12, 'hex')
      return `/files/${Buffer.concat([claims, sign(claims)]).toString('base64url')}`
    },

    /** Verifies a signed file link: its claims, or undefined when it is forged or expired. */
    verify(token: string): FileClaims | undefined {
      const bytes = decodeBase64url(token)
      if (!bytes || bytes.length < needsStart + signature_bytes) return undefined
      const claims = bytes.subarray(0, -signature_bytes)
      if (!timingSafeEqual(bytes.subarray(-signature_bytes), sign(claims))) return undefined
      if (claims.readUInt32BE(0) * 1000 < Date.now()) return undefined
      return {
        file_id: Number(claims.readBigUInt64BE(4)),
        session_id: uuidOf(claims.toString('hex', 12, needsStart)),
        needs: needsOf(claims.toString('utf8', needsStart)),
      }
    },
  }
}

/**
 * How what a link needs is written: a permission by its name; an own upload by `!`, with which no permission begins; only the
 * session by nothing, as in earlier versions.
 */
const markers = { session: '', 'own-upload': '!' } as const
const textOf = (needs: FileNeeds) => (typeof needs === 'string' ? markers[needs] : needs.permission)

function needsOf(text: string): FileNeeds {
  if (text === markers.session) return 'session'
  return text === markers['own-upload'] ? 'own-upload' : { permission: text }
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
