import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '#shared/limits.ts'
import { decodeBase64url } from './base64url.ts'

export type Challenges = ReturnType<typeof createChallenges>

const expiry_bytes = 4
const nonce_bytes = 16

/** Challenges of WebAuthn, which need no storage: each is bound by a key of this installation to what it is for. */
export function createChallenges(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'hukum/passkeys/v1', 32))
  const sign = (...parts: (string | Buffer)[]) => {
    const hmac = createHmac('sha256', key)
    for (const part of parts) hmac.update(part).update('|')
    return hmac.digest()
  }

  return {
    /** The challenge of a sign-in: its reference is random, and is used once. */
    ofSignIn: (reference: string): Buffer => sign('sign-in', reference),

    /** A challenge for a new passkey of a session, valid for some minutes. */
    forSession(session_id: string): Buffer {
      const head = Buffer.concat([Buffer.alloc(expiry_bytes), randomBytes(nonce_bytes)])
      head.writeUInt32BE(Math.floor(Date.now() / 1000) + limits.code.minutes * 60)
      return Buffer.concat([head, sign('add', session_id, head)])
    },

    /** Whether a challenge was issued to the session, and has not expired. */
    isOfSession(session_id: string, challenge: string): boolean {
      const bytes = decodeBase64url(challenge)
      if (!bytes || bytes.length !== expiry_bytes + nonce_bytes + 32) return false
      const head = bytes.subarray(0, expiry_bytes + nonce_bytes)
      const isOurs = timingSafeEqual(bytes.subarray(head.length), sign('add', session_id, head))
      return isOurs && head.readUInt32BE(0) * 1000 > Date.now()
    },

    /** The handle of a user that authenticators store: it names no one. */
    userHandle: (user_id: number): Buffer => sign('user', String(user_id)),
  }
}
