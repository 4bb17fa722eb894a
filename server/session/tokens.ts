import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Secrets, tokenKeyId } from '#server/config/secrets.ts'
import { decodeBase64url } from '#server/security/base64url.ts'

const issuer = 'hukum'
const audience = 'hukum/api'
/** One algorithm and one token type; any other header is rejected, as is a `kid` that is none of our keys. */
const header = { alg: 'HS256', typ: 'at+jwt' } as const

const claimsSchema = z.object({ sid: z.uuid(), jti: z.uuid(), sub: z.string().regex(/^\d+$/), exp: z.number() })
export type TokenClaims = { session_id: string; token_id: string; user_id: number }

/** How many tokens are remembered as verified: verifying one costs more than the rest of a cheap call. */
const remembered_tokens = 2000

type SignedClaims = TokenClaims & { expires_at: Date }
type VerifiedToken = { claims: SignedClaims; kid: string | undefined }

export type Tokens = ReturnType<typeof createTokens>

/** The key that signs, and the keys that verify, by their `kid`. `keyOf` throws for a `kid` that is none of them. */
function keyRingOf(secrets: Secrets) {
  const kid = tokenKeyId(secrets)
  const key = Buffer.from(secrets.token_key, 'base64url')
  const former = new Map(secrets.former_token_keys?.map((one) => [one.id, one]))

  function find(named = ''): Buffer | undefined {
    if (named === kid) return key
    const found = former.get(named)
    return found && Date.parse(found.until) > Date.now() ? Buffer.from(found.key, 'base64url') : undefined
  }
  function keyOf({ kid: named }: { kid?: string }): Buffer {
    const found = find(named)
    if (!found) throw new Error('the token names none of our keys')
    return found
  }
  return { kid, key, keyOf, hasKey: (named?: string) => find(named) !== undefined }
}

/** A token with a forged name of a key must not cost a read of the secrets each time. */
const minPause_ms = 1000

/**
 * Signs and verifies session tokens (JWT). A token alone grants nothing: its session must be alive in the database. The current
 * key signs; former ones verify until their time is over. The secrets are read again at a token that names an unknown key: after
 * a rotation processes are restarted one by one, and the first one signs by the new key.
 */
export function createTokens(secrets: Secrets, readSecretsAgain = () => secrets) {
  let ring = keyRingOf(secrets)
  let readAt = -Infinity
  const keyOf = (header: { kid?: string }): Buffer => {
    if (!ring.hasKey(header.kid) && performance.now() - readAt >= minPause_ms) {
      readAt = performance.now()
      ring = keyRingOf(readSecretsAgain())
    }
    return ring.keyOf(header)
  }
  const verified = new LRUCache<string, VerifiedToken>({ max: remembered_tokens })

  return {
    newTokenId: () => randomUUID(),

    sign: (token: TokenClaims & { created_at: Date; expires_at: Date; abilities: string[] }) =>
      new SignJWT({ sid: token.session_id, abilities: token.abilities })
        .setProtectedHeader({ ...header, kid: ring.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(String(token.user_id))
        .setJti(token.token_id)
        .setIssuedAt(token.created_at)
        .setExpirationTime(token.expires_at)
        .sign(ring.key),

    /**
     * The claims of a token that we signed, otherwise undefined. Whether it has expired is seen by the clock of the database
     * (`session.ts`).
     */
    async read(token: string): Promise<SignedClaims | undefined> {
      const known = verified.get(token) ?? (await verify(token, keyOf))
      if (!known || !ring.hasKey(known.kid)) return undefined
      verified.set(token, known)
      return known.claims
    },
  }
}

/** The content of a token with a signature of ours, whether it has expired or not. */
async function verify(token: string, keyOf: (header: { kid?: string }) => Buffer): Promise<VerifiedToken | undefined> {
  // jose decodes leniently: one token would have several spellings.
  if (!token.split('.').every(decodeBase64url)) return undefined
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
      issuer,
      audience,
      algorithms: [header.alg],
      typ: header.typ,
      requiredClaims: ['exp', 'iat', 'jti', 'sid'],
      currentDate: new Date(0),
    })
    const result = claimsSchema.safeParse(payload)
    if (!result.success) return undefined
    const { sid, jti, sub, exp } = result.data
    return {
      claims: { session_id: sid, token_id: jti, user_id: Number(sub), expires_at: new Date(exp * 1000) },
      kid: protectedHeader.kid,
    }
  } catch {
    // jose throws for every foreign token; they are all treated alike.
    return undefined
  }
}
