import type { KnownSession } from '#server/session/session.ts'
import { createMutex } from '#shared/mutex.ts'

type FindSessions = (ids: readonly string[]) => Promise<KnownSession[]>
type Batch = { ids: Set<string>; result: Promise<ReadonlyMap<string, KnownSession>> }

/**
 * Data loader: one query at a time; lookups during it are batched into the next. So no result is older than an earlier
 * one, a revoked permission does not reappear, and ten thousand connections at once cost a few queries.
 */
export function batchLookups(find: FindSessions): FindSessions {
  const runNext = createMutex()
  let next: Batch | undefined

  function startBatch(): Batch {
    const ids = new Set<string>()
    const result = runNext(async () => {
      next = undefined
      return new Map((await find([...ids])).map((session) => [session.id, session]))
    })
    return { ids, result }
  }

  return async (ids) => {
    const batch = (next ??= startBatch())
    for (const id of ids) batch.ids.add(id)
    const found = await batch.result
    return ids.flatMap((id) => found.get(id) ?? [])
  }
}
