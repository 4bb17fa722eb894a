import type { Db } from '#server/db/database.ts'
import type { Context } from '#server/endpoint/context.ts'
import { type Access, type Endpoints, keysOf } from '#server/endpoint/endpoint.ts'
import { parse } from '#server/http/parse.ts'
import { Refusal } from '#server/endpoint/apiError.ts'
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

type House = { endpoints: Endpoints; db: Db; limits: Limits }

/** The whole life of a call, in order: find the door, unlock it, read what was sent, run. Tries are counted on the way. */
export async function handle(house: House, call: Call): Promise<object> {
  if (!call.session) await house.limits.takeAll(['guest'], call)
  const door = Object.hasOwn(house.endpoints, call.path) ? house.endpoints[call.path] : undefined
  if (door?.method !== (call.method === 'GET' ? 'GET' : undefined) || !door) throw new Refusal('no-such-call')

  unlock(door.access, call.session)
  const { ofCaller = [], ofInput = [] } = Object.groupBy(door.limits ?? [], whenKnown)
  await house.limits.takeAll(ofCaller, call)
  const input = parse(door.input, call.body ?? {})
  await house.limits.takeAll(ofInput, { ...call, input })

  const answer =
    door.transaction === false
      ? await door.run({ ...call, db: house.db }, input)
      : await house.db.transaction().execute((db) => door.run({ ...call, db }, input))
  // A refusal that is thrown takes back what was written; one that is answered keeps it: a wrong try counts.
  if (answer instanceof Refusal) throw answer
  return answer
}

function unlock(access: Access, session: Session | undefined) {
  if (access === 'anybody' || access === 'token') return
  if (!session) throw new Refusal('no-session')
  if (access !== 'session' && !keysOf(access).some((key) => session.abilities.includes(key)))
    throw new Refusal('not-allowed')
}

/** What cannot be read is a try of its caller too; whose account it is about is known only once it has been read. */
const whenKnown = (name: LimitName) => (['address', 'session'].includes(limitTable[name].key) ? 'ofCaller' : 'ofInput')
