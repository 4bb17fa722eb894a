import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { type Secrets, tokenKeyId } from '#server/config/secrets.ts'
import { decodeBase64url } from '#server/security/base64url.ts'

const issuer = 'hukum'
const audience = 'hukum/api'
/** One algorithm and one token type; any other header is rejected, as is a `kid` that is none of our keys. */
const header = { alg: 'HS256', typ: 'at+jwt' } as const

const claimsSchema = z.object({ sid: z.uuid(), jti: z.uuid(), sub: z.string().regex(/^\d+$/) })
export type TokenClaims = { session_id: string; token_id: string; user_id: number }

export type Tokens = ReturnType<typeof createTokens>

/** The key that signs, and the keys that verify, by their `kid`. `keyOf` throws for a `kid` that is none of them. */
function keyRingOf(secrets: Secrets) {
  const kid = tokenKeyId(secrets)
  const key = Buffer.from(secrets.token_key, 'base64url')
  const former = new Map(secrets.former_token_keys?.map((one) => [one.id, one]))

  function keyOf({ kid: named }: { kid?: string }): Buffer {
    if (named === kid) return key
    const found = former.get(named ?? '')
    if (!found || Date.parse(found.until) <= Date.now()) throw new Error('the token names none of our keys')
    return Buffer.from(found.key, 'base64url')
  }
  return { kid, key, keyOf }
}

/**
 * Signs and verifies session tokens (JWT). A token alone grants nothing: its session must be alive in the database. The current
 * key signs; former ones verify until their time is over.
 */
export function createTokens(secrets: Secrets) {
  const { kid, key, keyOf } = keyRingOf(secrets)

  return {
    newTokenId: () => randomUUID(),

    sign: (token: TokenClaims & { created_at: Date; expires_at: Date; abilities: string[] }) =>
      new SignJWT({ sid: token.session_id, abilities: token.abilities })
        .setProtectedHeader({ ...header, kid })
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
        const { payload } = await jwtVerify(token, keyOf, {
          issuer,
          audience,
          algorithms: [header.alg],
          typ: header.typ,
          requiredClaims: ['exp', 'iat', 'jti', 'sid'],
          // No clock tolerance: the same clock signs and verifies.
          currentDate: allowExpired ? new Date(0) : new Date(),
        })
        const result = claimsSchema.safeParse(payload)
        if (!result.success) return undefined
        return { session_id: result.data.sid, token_id: result.data.jti, user_id: Number(result.data.sub) }
      } catch {
        // jose throws for every foreign or expired token; they are all treated alike.
        return undefined
      }
    },
  }
}
