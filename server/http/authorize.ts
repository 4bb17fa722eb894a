import type { ContextWithoutDb } from '#server/endpoint/context.ts'
import { type Endpoint, requiredPermissions } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { rateLimitTable, type RateLimitName } from '#server/endpoint/rateLimits.ts'
import { hasScope, type Session } from '#server/session/session.ts'

type Caller = Pick<ContextWithoutDb, 'address' | 'session' | 'device'>

/**
 * Everything that is decided about a call before its body is read: its permission, its size, and the limits by address and
 * user. A body that is declared too large is rejected before the database counts the attempt.
 */
export async function authorizeAndCount(
  rateLimiter: RateLimiter,
  endpoint: AccessRules,
  caller: Caller,
  declaredBytes = 0,
) {
  const { bodyBytes = Number.POSITIVE_INFINITY, rateLimits: names = [] } = endpoint
  await countGuest(rateLimiter, caller)
  authorize(endpoint, caller.session)
  endpoint.refuseEarly?.(caller)
  if (declaredBytes > bodyBytes) throw new ApiError('too-large')
  await rateLimiter.consumeAll(names.filter(isCountableBeforeParsing), caller)
}

type AccessRules = Pick<Endpoint, 'access' | 'scopes' | 'refuseEarly' | 'bodyBytes' | 'rateLimits'>

/** Every call without a session counts, also one of an endpoint that does not exist. */
export async function countGuest(rateLimiter: RateLimiter, caller: Caller) {
  if (!caller.session) await rateLimiter.consumeAll(['guest'], caller)
}

function authorize({ access, scopes = [] }: AccessRules, session: Session | undefined) {
  if (access === 'public' || access === 'token') return
  if (!session) throw new ApiError('no-session')
  const isInScope = scopes.length > 0 && scopes.every((scope) => hasScope(session, scope))
  if (access === 'session' && session.scopes && !isInScope) throw new ApiError('token-scope')
  if (access !== 'session' && !requiredPermissions(access).some((key) => session.abilities.includes(key)))
    throw new ApiError('not-allowed')
}

/** Limits by address and user also count calls with invalid input; the account is known only after parsing. */
export const isCountableBeforeParsing = (name: RateLimitName) => rateLimitTable[name].key !== 'account'
