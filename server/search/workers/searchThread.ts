import { ApiError } from '#server/endpoint/apiError.ts'
import type { SearchResponses, RequestKind } from './searchHandlers.ts'
import type { SearchResponse, SearchRequest } from './searchWorker.ts'
import { superviseThread } from './superviseThread.ts'

type PendingRequest = { resolve: (result: SearchResponses[RequestKind]) => void; reject: (error: Error) => void }
type Callbacks = { onDamaged: (message: string) => void; onError: ((message: string) => void) | undefined }

/** Starts a search thread. While it is down, its requests are refused. */
export function startSearchThread(file: string, { onDamaged, onError }: Callbacks) {
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  const thread = superviseThread<SearchResponse>(new URL('./searchWorker.ts', import.meta.url), {
    workerData: { file },
    onMessage: ({ id, result, error, damaged }) => {
      const request = pending.get(id)
      pending.delete(id)
      if (damaged) onDamaged(error ?? '')
      if (result !== undefined) request?.resolve(result)
      else request?.reject(new Error(error))
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
