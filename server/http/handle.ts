import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import type { Replica } from '#server/db/replica.ts'
import type { ContextWithoutDb } from '#server/endpoint/context.ts'
import type { Endpoint } from '#server/endpoint/endpoint.ts'
import { isCountableBeforeParsing } from './authorize.ts'
import { keyWithoutSave, type IdempotencyKey, type RunOnce } from './idempotency.ts'
import { parse } from './parse.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import { limits } from '#shared/limits.ts'

export type Call = ContextWithoutDb & { body: unknown; idempotencyKey: IdempotencyKey | undefined }

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
