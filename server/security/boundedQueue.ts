/** Too many calls wait; the caller responds with 429 and Retry-After. */
export class QueueFull extends Error {
  readonly code = 'QUEUE_FULL'
  readonly retryAfterSeconds = 2
}

export type BoundedQueue = ReturnType<typeof createBoundedQueue>

export type Size = {
  /** The pieces of work that run concurrently. */
  running: number
  /** The pieces of work that wait. */
  waiting: number
}

/** A semaphore with a bounded queue. */
export function createBoundedQueue(most: Size) {
  let running = 0
  const waiting: (() => void)[] = []

  /** Throws `QueueFull` when no more work may wait. */
  function requireCapacity() {
    if (running >= most.running && waiting.length >= most.waiting) throw new QueueFull('too many calls wait')
  }

  return {
    requireCapacity,
    size: (): Size => ({ running, waiting: waiting.length }),

    /** Throws `QueueFull`. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      requireCapacity()
      if (running < most.running) running += 1
      else await new Promise<void>((start) => waiting.push(start))
      try {
        return await work()
      } finally {
        // The slot passes directly to the next in the queue: a new caller cannot overtake it.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
