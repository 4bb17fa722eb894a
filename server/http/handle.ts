import type { Db } from '#server/db/database.ts'
import type { Context } from '#server/endpoint/context.ts'
import { type Access, type Endpoints, requiredPermissions } from '#server/endpoint/endpoint.ts'
import { parse } from '#server/http/parse.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Limits } from '#server/limits/limits.ts'
import { limitTable, type LimitName } from '#server/endpoint/rateLimits.ts'
import type { Session } from '#server/session/session.ts'

export type Call = Omit<Context, 'db' | 'session'> & {
  method: string
  /** The path without the leading `/api/`. */
  path: string
  body: unknown
  session: Session | undefined
}

type HandlerDependencies = { endpoints: Endpoints; db: Db; limits: Limits }

/** The steps of a call, in order: find the endpoint, authorize, count against the limits, parse, run. */
export async function handle(dependencies: HandlerDependencies, call: Call): Promise<object> {
  if (!call.session) await dependencies.limits.consumeAll(['guest'], call)
  const endpoint = Object.hasOwn(dependencies.endpoints, call.path) ? dependencies.endpoints[call.path] : undefined
  if (endpoint?.method !== (call.method === 'GET' ? 'GET' : undefined) || !endpoint) throw new ApiError('no-such-call')

  authorize(endpoint.access, call.session)
  const { beforeParsing = [], afterParsing = [] } = Object.groupBy(endpoint.limits ?? [], whenCountable)
  await dependencies.limits.consumeAll(beforeParsing, call)
  const input = parse(endpoint.input, call.body ?? {})
  await dependencies.limits.consumeAll(afterParsing, { ...call, input })

  const answer =
    endpoint.transaction === false
      ? await endpoint.run({ ...call, db: dependencies.db }, input)
      : await dependencies.db.transaction().execute((db) => endpoint.run({ ...call, db }, input))
  // A thrown error rolls back the transaction; a returned one commits it, so that a wrong attempt stays counted.
  if (answer instanceof ApiError) throw answer
  return answer
}

function authorize(access: Access, session: Session | undefined) {
  if (access === 'public' || access === 'token') return
  if (!session) throw new ApiError('no-session')
  if (access !== 'session' && !requiredPermissions(access).some((key) => session.abilities.includes(key)))
    throw new ApiError('not-allowed')
}

/** Limits by address and session also count calls with invalid input; the account is known only after parsing. */
const whenCountable = (name: LimitName) =>
  ['address', 'session'].includes(limitTable[name].key) ? 'beforeParsing' : 'afterParsing'
