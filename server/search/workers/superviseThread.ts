import { Worker } from 'node:worker_threads'
import { backoff } from '#shared/backoff.ts'

type Options<Message> = {
  workerData: object
  onMessage: (message: Message) => void
  /** The thread has ended by an error; it starts again after a pause. */
  onLost: (error: Error) => void
  onRestarted?: () => void
}

/** A thread that runs longer than this has recovered from its errors. */
const stable_ms = 60_000

/** A worker thread that is started again, with backoff, when an error ends it. */
export function superviseThread<Message>(file: URL, { workerData, onMessage, onLost, onRestarted }: Options<Message>) {
  const ended = Promise.withResolvers<undefined>()
  let [isStopping, attempts] = [false, 0]
  let worker: Worker | undefined
  start()

  function start() {
    const startedAt = performance.now()
    let lastError = new Error('the thread ended')
    worker = new Worker(file, { workerData })
      .on('message', onMessage)
      .on('error', (error: Error) => (lastError = error))
      .once('exit', () => {
        worker = undefined
        if (isStopping) {
          ended.resolve(undefined)
          return
        }
        onLost(lastError)
        attempts = performance.now() - startedAt > stable_ms ? 0 : attempts + 1
        setTimeout(startAgain, backoff(attempts, { first_ms: 100, longest_ms: 5000 })).unref()
      })
  }

  function startAgain() {
    if (isStopping) return
    start()
    onRestarted?.()
  }

  return {
    isRunning: () => worker !== undefined,
    post: (message: object) => worker?.postMessage(message),
    /** Resolves when the thread has ended: by itself after the message, or terminated after `wait_ms`. */
    stop: async ({ message, wait_ms }: { message?: object; wait_ms: number }) => {
      isStopping = true
      if (!worker) return
      if (message) worker.postMessage(message)
      const timer = setTimeout(() => void worker?.terminate(), wait_ms)
      await ended.promise
      clearTimeout(timer)
    },
  }
}
