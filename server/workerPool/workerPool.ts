import { Piscina } from 'piscina'

/**
 * A pure function of an input that can be large. The module `file` exports it by its own name; a worker thread imports it
 * there, so that the module may import nothing that opens anything.
 */
export type PoolTask<Input, Output> = {
  /** `import.meta.url` of the module. */
  file: string
  work: (input: Input) => Output
  /** The size of an input, in letters; up to `inline_letters` the work takes at most some milliseconds and runs at once. */
  lettersOf: (input: Input) => number
  inline_letters: number
}

/** Runs a task: a small input on this thread, a large one on a thread of the pool. Throws `PoolUnavailable`. */
export type Offload = <Input, Output>(task: PoolTask<Input, Output>, input: Input) => Promise<Output>

/** Runs all work on this thread: in a process that answers no calls. */
export const runInline: Offload = ({ work }, input) => Promise.resolve(work(input))

export type WorkerPool = ReturnType<typeof openWorkerPool>

/** Too much work waits, or one piece took too long. The caller responds with 503 and Retry-After. */
export class PoolUnavailable extends Error {
  readonly retryAfterSeconds = 5
}

/**
 * The number of threads, and of pieces of work that wait for them; what a thread may use, and when an idle one ends. A
 * transaction that waits for its work must not be ended by the database before.
 */
export const poolBounds = { threads: 2, waiting: 20, heap_mb: 256, longest_ms: 8000, idle_ms: 60_000 }

/**
 * Worker threads for work that would hold the event loop. They start with the first large input. A thread that ends by an
 * error fails its own piece of work, and the next one gets a new thread.
 */
export function openWorkerPool(given: Partial<typeof poolBounds> = {}) {
  const { threads, waiting, heap_mb, longest_ms, idle_ms } = { ...poolBounds, ...given }
  const piscina = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    maxQueue: waiting,
    idleTimeout: idle_ms,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: heap_mb },
  })
  let pending = 0

  const offload: Offload = async ({ file, work, lettersOf, inline_letters }, input) => {
    if (lettersOf(input) <= inline_letters) return work(input)
    if (piscina.queueSize >= waiting) throw new PoolUnavailable('too much work waits for a thread')
    const deadline = AbortSignal.timeout(longest_ms)
    pending += 1
    try {
      return (await piscina.run(input, { filename: file, name: work.name, signal: deadline })) as ReturnType<
        typeof work
      >
    } catch (error) {
      throw deadline.aborted ? new PoolUnavailable(`${work.name} took too long`, { cause: error }) : error
    } finally {
      pending -= 1
    }
  }
  const size = () => ({ running: pending - piscina.queueSize, waiting: piscina.queueSize })
  return { offload, size, close: () => piscina.destroy() }
}
