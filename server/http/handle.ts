import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import type { Replica } from '#server/db/replica.ts'
import type { ContextWithoutDb } from '#server/endpoint/context.ts'
import { type Endpoint, requiredPermissions } from '#server/endpoint/endpoint.ts'
import { keyWithoutSave, type IdempotencyKey, type RunOnce } from './idempotency.ts'
import { parse } from './parse.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { rateLimitTable, type RateLimitName } from '#server/endpoint/rateLimits.ts'
import { hasScope, type Session } from '#server/session/session.ts'
import { limits } from '#shared/limits.ts'

export type Call = ContextWithoutDb & { body: unknown; idempotencyKey: IdempotencyKey | undefined }

type Caller = Pick<Call, 'address' | 'session' | 'device'>

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
const isCountableBeforeParsing = (name: RateLimitName) => rateLimitTable[name].key !== 'account'

type HandlerDependencies = { db: Db; replica: Replica | undefined; rateLimiter: RateLimiter; runOnce: RunOnce }
type Handled = Endpoint & { path: string }

/** The steps of an admitted call whose body was read: parse, count against the limits by account, prepare, run. */
export async function handle(
  { db, replica, rateLimiter, runOnce }: HandlerDependencies,
  endpoint: Handled,
  call: Call,
): Promise<object> {
  const { idempotencyKey, ...request } = call
  if (idempotencyKey && !endpoint.isSave) throw keyWithoutSave()
  // A large body was read in this turn of the event loop: it is checked in the next.
  if ((endpoint.bodyBytes ?? 0) > limits.request.body_bytes) await nextTurn()
  const input = parse(endpoint.input, call.body === undefined ? {} : call.body)
  const names = (endpoint.rateLimits ?? []).filter((name) => !isCountableBeforeParsing(name))
  await rateLimiter.consumeAll(names, { ...request, input })

  const prepared = await endpoint.prepare?.(request, input)
  const run = (database: Db) => endpoint.run({ ...request, db: database }, input, prepared)
  const { session } = call
  const runInTransaction = (transaction: Db) =>
    idempotencyKey && session
      ? runOnce(transaction, { ...idempotencyKey, user_id: session.user_id, endpoint: endpoint.path }, () =>
          run(transaction),
        )
      : run(transaction)
  const read = () => (replica && session && endpoint.reads ? replica.read(session.log_position, db, run) : run(db))
  const answer = await (endpoint.transaction === false ? read() : db.transaction().execute(runInTransaction))
  // A thrown error rolls back the transaction; a returned one commits it, so that a wrong attempt stays counted.
  if (answer instanceof ApiError) throw answer
  return answer
}
