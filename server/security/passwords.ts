import { hash, verify } from '@node-rs/argon2'

// The library's enum is ambient and cannot be imported.
const argon2id = 2

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane; about 25 ms. */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing shares the thread pool with file access: the limits of concurrent and of queued hashes. */
const MAX_CONCURRENT = 2
const MAX_QUEUED = 50

/** Too many hashes are queued; the caller responds with 429 and Retry-After. */
export class HashQueueFull extends Error {
  readonly code = 'HASH_QUEUE_FULL'
  readonly retryAfterSeconds = 2
}

let running = 0
const queue: (() => void)[] = []

/** A semaphore with a bounded queue. */
async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < MAX_CONCURRENT) running += 1
  else if (queue.length < MAX_QUEUED) await new Promise<void>((start) => queue.push(start))
  else throw new HashQueueFull('too many passwords wait to be hashed')
  try {
    return await work()
  } finally {
    // The slot passes directly to the next in the queue: a new caller cannot overtake it.
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

/** Slow on purpose: never inside a transaction. Throws `HashQueueFull`. */
export const hashPassword = (password: string) => withSlot(() => hash(password, parameters))

/** Verifies byte for byte: nothing is trimmed, folded, or truncated. Slow on purpose. Throws `HashQueueFull`. */
export const isPassword = (password: string, hashed: string) => withSlot(() => verify(hashed, password))

let dummy: Promise<string> | undefined

/** Takes as long as verifying a real password, for e-mail addresses without an account. */
export async function verifyDummyPassword(password: string) {
  // The dummy is hashed outside the queue: a rejected promise would be cached forever.
  await isPassword(password, await (dummy ??= hash('the password of no account', parameters)))
  return false
}
