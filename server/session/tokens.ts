import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const issuer = 'hukum'
const audience = 'hukum/api'
/** One algorithm, one kind of token, one key: anything else is not ours. */
const header = { alg: 'HS256', typ: 'at+jwt', kid: '1' } as const

const claims = z.object({ sid: z.uuid(), jti: z.uuid(), sub: z.string().regex(/^\d+$/) })
export type TokenClaims = { session_id: string; token_id: string; user_id: number }

export type Tokens = ReturnType<typeof buildTokens>

/** Signs and reads session tokens. A token alone opens nothing: its session must still live in the database. */
export function buildTokens(secret: string) {
  const key = Buffer.from(secret, 'base64url')

  return {
    newTokenId: () => randomUUID(),

    sign: (token: TokenClaims & { created_at: Date; expires_at: Date; abilities: string[] }) =>
      new SignJWT({ sid: token.session_id, abilities: token.abilities })
        .setProtectedHeader(header)
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(String(token.user_id))
        .setJti(token.token_id)
        .setIssuedAt(token.created_at)
        .setExpirationTime(token.expires_at)
        .sign(key),

    /** The claims of a token that we signed and that has not ended (with `ended`, or has); otherwise undefined. */
    async read(token: string, { ended = false } = {}): Promise<TokenClaims | undefined> {
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key, {
          issuer,
          audience,
          algorithms: [header.alg],
          typ: header.typ,
          requiredClaims: ['exp', 'iat', 'jti', 'sid'],
          // No tolerance: whoever reads a token has the clock that it was signed by.
          currentDate: ended ? new Date(0) : new Date(),
        })
        const result = protectedHeader.kid === header.kid ? claims.safeParse(payload) : undefined
        if (!result?.success) return undefined
        return { session_id: result.data.sid, token_id: result.data.jti, user_id: Number(result.data.sub) }
      } catch {
        // jose throws for every token that is not ours or has ended: to us they are all the same.
        return undefined
      }
    },
  }
}
