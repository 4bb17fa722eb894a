import { ApiError } from '#server/endpoint/apiError.ts'
import type { SearchResponses, RequestKind } from './searchHandlers.ts'
import type { SearchResponse, SearchRequest } from './searchWorker.ts'
import { superviseThread } from './superviseThread.ts'

type PendingRequest = { resolve: (result: SearchResponses[RequestKind]) => void; reject: (error: Error) => void }
type Options = {
  /** The OpenSearch that has the cases; without it the index file has them. */
  searchUrl: string | undefined
  nearBudget: number
  onDamaged: (message: string) => void
  onError: ((message: string) => void) | undefined
}

const workers = {
  embedded: new URL('./searchWorker.ts', import.meta.url),
  cluster: new URL('./clusterSearchWorker.ts', import.meta.url),
}

/** Starts a search thread. While it is down, its requests are refused. */
export function startSearchThread(file: string, { searchUrl, nearBudget, onDamaged, onError }: Options) {
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  const worker = searchUrl === undefined ? workers.embedded : workers.cluster
  const thread = superviseThread<SearchResponse>(worker, {
    workerData: { file, searchUrl, nearBudget },
    onMessage: ({ id, result, error, damaged, unavailable }) => {
      const request = pending.get(id)
      pending.delete(id)
      if (damaged) onDamaged(error ?? '')
      if (result !== undefined) request?.resolve(result)
      else request?.reject(unavailable ? new ApiError('unavailable') : new Error(error))
    },
    onLost: ({ message }) => {
      onError?.(message)
      for (const { reject } of pending.values()) reject(new ApiError('unavailable'))
      pending.clear()
    },
  })

  return {
    load: () => (thread.isRunning() ? pending.size : Infinity),
    send: (requests: readonly SearchRequest[]) => {
      const numbered = requests.map((request) => ({ ...request, id: (lastId += 1) }))
      const results = numbered.map(
        ({ id }) =>
          new Promise<SearchResponses[RequestKind]>((resolve, reject) => {
            if (thread.isRunning()) pending.set(id, { resolve, reject })
            else reject(new ApiError('unavailable'))
          }),
      )
      thread.post({ requests: numbered })
      return results
    },
    reopen: () => thread.post({ reopen: true }),
    /** Refreshes the column store before it is needed. */
    refresh: () => thread.post({ refresh: true }),
    stop: () => thread.stop({ wait_ms: 0 }),
  }
}
