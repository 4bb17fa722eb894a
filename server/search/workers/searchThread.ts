import { Worker } from 'node:worker_threads'
import type { SearchResponses, RequestKind } from './searchHandlers.ts'
import type { SearchResponse, SearchRequest } from './searchWorker.ts'

type PendingRequest = { resolve: (result: SearchResponses[RequestKind]) => void; reject: (error: Error) => void }

/** Starts a search thread. */
export function startSearchThread(file: string, onDamaged: () => void) {
  const worker = new Worker(new URL('./searchWorker.ts', import.meta.url), { workerData: { file } })
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  worker.on('message', ({ id, result, error, damaged }: SearchResponse) => {
    const request = pending.get(id)
    pending.delete(id)
    if (damaged) onDamaged()
    if (result !== undefined) request?.resolve(result)
    else request?.reject(new Error(error))
  })
  return {
    load: () => pending.size,
    send: (requests: readonly SearchRequest[]) => {
      const numbered = requests.map((request) => ({ ...request, id: (lastId += 1) }))
      const results = numbered.map(
        ({ id }) =>
          new Promise<SearchResponses[RequestKind]>((resolve, reject) => pending.set(id, { resolve, reject })),
      )
      worker.postMessage({ requests: numbered })
      return results
    },
    reopen: () => worker.postMessage({ reopen: true }),
    /** Refreshes the column store before it is needed. */
    refresh: () => worker.postMessage({ refresh: true }),
    stop: () => worker.terminate(),
  }
}
