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
  /** Without the leading `/api/`. */
  path: string
  body: unknown
  session: Session | undefined
}

type HandlerDependencies = { endpoints: Endpoints; db: Db; limits: Limits }

/** The whole life of a call, in order: find the door, unlock it, read what was sent, run. Tries are counted on the way. */
export async function handle(dependencies: HandlerDependencies, call: Call): Promise<object> {
  if (!call.session) await dependencies.limits.consumeAll(['guest'], call)
  const endpoint = Object.hasOwn(dependencies.endpoints, call.path) ? dependencies.endpoints[call.path] : undefined
  if (endpoint?.method !== (call.method === 'GET' ? 'GET' : undefined) || !endpoint) throw new ApiError('no-such-call')

  authorize(endpoint.access, call.session)
  const { ofCaller: beforeParsing = [], ofInput: afterParsing = [] } = Object.groupBy(
    endpoint.limits ?? [],
    whenCountable,
  )
  await dependencies.limits.consumeAll(beforeParsing, call)
  const input = parse(endpoint.input, call.body ?? {})
  await dependencies.limits.consumeAll(afterParsing, { ...call, input })

  const answer =
    endpoint.transaction === false
      ? await endpoint.run({ ...call, db: dependencies.db }, input)
      : await dependencies.db.transaction().execute((db) => endpoint.run({ ...call, db }, input))
  // A refusal that is thrown takes back what was written; one that is answered keeps it: a wrong try counts.
  if (answer instanceof ApiError) throw answer
  return answer
}

function authorize(access: Access, session: Session | undefined) {
  if (access === 'public' || access === 'token') return
  if (!session) throw new ApiError('no-session')
  if (access !== 'session' && !requiredPermissions(access).some((key) => session.abilities.includes(key)))
    throw new ApiError('not-allowed')
}

/** What cannot be read is a try of its caller too; whose account it is about is known only once it has been read. */
const whenCountable = (name: LimitName) =>
  ['address', 'session'].includes(limitTable[name].key) ? 'ofCaller' : 'ofInput'
