import { hkdfSync } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { limits } from '#shared/limits.ts'

const audience = 'hukum/files'
/** Another kind, another audience and another key than a session's token: neither ever passes for the other. */
const header = { alg: 'HS256', typ: 'file+jwt' } as const

const claims = z.object({ sid: z.uuid(), fid: z.int().positive() })

/** One file, for one session. */
export type Link = { file_id: number; session_id: string }

export type Links = ReturnType<typeof buildLinks>

/** Addresses of files that end after minutes, and at once with their session. Whoever makes one has checked the right. */
export function buildLinks(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'hukum/files/v1', 32))

  return {
    /** A same-site path. */
    async linkTo({ file_id, session_id }: Link): Promise<string> {
      const token = await new SignJWT({ sid: session_id, fid: file_id })
        .setProtectedHeader(header)
        .setAudience(audience)
        .setExpirationTime(`${limits.file.link_seconds}s`)
        .sign(key)
      return `/files/${token}`
    },

    /** What a link is for; undefined when it is not ours or has ended. */
    async read(token: string): Promise<Link | undefined> {
      try {
        const { payload } = await jwtVerify(token, key, {
          audience,
          algorithms: [header.alg],
          typ: header.typ,
          requiredClaims: ['exp'],
        })
        const result = claims.safeParse(payload)
        return result.success ? { file_id: result.data.fid, session_id: result.data.sid } : undefined
      } catch {
        // jose throws for everything that is not ours or has ended.
        return undefined
      }
    },
  }
}
