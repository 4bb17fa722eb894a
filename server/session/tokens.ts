import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { decodeBase64url } from '#server/security/base64url.ts'

const issuer = 'hukum'
const audience = 'hukum/api'
/** One algorithm, one token type, one key; any other header is rejected. */
const header = { alg: 'HS256', typ: 'at+jwt', kid: '1' } as const

const claimsSchema = z.object({ sid: z.uuid(), jti: z.uuid(), sub: z.string().regex(/^\d+$/) })
export type TokenClaims = { session_id: string; token_id: string; user_id: number }

export type Tokens = ReturnType<typeof createTokens>

/** Signs and verifies session tokens (JWT). A token alone grants nothing: its session must be alive in the database. */
export function createTokens(secret: string) {
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

    /**
     * The claims of a token that we signed and that has not expired (or has, with `allowExpired`); otherwise undefined.
     */
    async read(token: string, { allowExpired = false } = {}): Promise<TokenClaims | undefined> {
      // jose decodes leniently: one token would have several spellings.
      if (!token.split('.').every(decodeBase64url)) return undefined
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key, {
          issuer,
          audience,
          algorithms: [header.alg],
          typ: header.typ,
          requiredClaims: ['exp', 'iat', 'jti', 'sid'],
          // No clock tolerance: the same clock signs and verifies.
          currentDate: allowExpired ? new Date(0) : new Date(),
        })
        const result = protectedHeader.kid === header.kid ? claimsSchema.safeParse(payload) : undefined
        if (!result?.success) return undefined
        return { session_id: result.data.sid, token_id: result.data.jti, user_id: Number(result.data.sub) }
      } catch {
        // jose throws for every foreign or expired token; they are all treated alike.
        return undefined
      }
    },
  }
}
