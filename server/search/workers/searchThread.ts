import { Worker } from 'node:worker_threads'
import type { SearchResponses, RequestKind } from './searchHandlers.ts'
import type { SearchResponse, SearchRequest } from './searchWorker.ts'

type Waiting = { settle: (answer: SearchResponses[RequestKind]) => void; fail: (error: Error) => void }

/** Starts a thread that answers. */
export function startSearchThread(file: string, onDamaged: () => void) {
  const worker = new Worker(new URL('./searchWorker.ts', import.meta.url), { workerData: { file } })
  const waiting = new Map<number, Waiting>()
  let asked = 0
  worker.on('message', ({ id, answer, failed, damaged }: SearchResponse) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (damaged) onDamaged()
    if (answer !== undefined) one?.settle(answer)
    else one?.fail(new Error(failed))
  })
  return {
    load: () => waiting.size,
    ask: (questions: readonly SearchRequest[]) => {
      const numbered = questions.map((question) => ({ ...question, id: (asked += 1) }))
      const answers = numbered.map(
        ({ id }) => new Promise<SearchResponses[RequestKind]>((settle, fail) => waiting.set(id, { settle, fail })),
      )
      worker.postMessage({ questions: numbered })
      return answers
    },
    reopen: () => worker.postMessage({ reopen: true }),
    /** Reads what cases are counted by before it is needed. */
    refresh: () => worker.postMessage({ refresh: true }),
    stop: () => worker.terminate(),
  }
}
