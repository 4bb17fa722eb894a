import { hash, verify } from '@node-rs/argon2'
import { type BoundedQueue, createBoundedQueue } from './boundedQueue.ts'

// The library's enum is ambient and cannot be imported.
const argon2id = 2

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane; about 25 ms. */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Who waits for a hash: `known` by a session, a code that was sent to them, or a device cookie. */
type Callers = 'known' | 'unknown'

/**
 * A flood of sign-ins fills the queue of unknown callers alone. Hashing shares the four threads of the pool with file
 * access, so one of them stays free; a flood takes one.
 */
const queues: Record<Callers, BoundedQueue> = {
  known: createBoundedQueue({ running: 2, waiting: 50 }),
  unknown: createBoundedQueue({ running: 1, waiting: 50 }),
}

/** How many hashes run and wait, of each kind of callers. */
export const passwordQueues = () => ({ known: queues.known.size(), unknown: queues.unknown.size() })

/** Slow on purpose: never inside a transaction. Throws `QueueFull`. */
export const hashPassword = (password: string, callers: Callers = 'known') =>
  queues[callers].run(() => hash(password, parameters))

/** Verifies byte for byte: nothing is trimmed, folded, or truncated. Slow on purpose. Throws `QueueFull`. */
export const isPassword = (password: string, hashed: string, callers: Callers = 'known') =>
  queues[callers].run(() => verify(hashed, password))

let dummy: Promise<string> | undefined

/** Takes as long as verifying a real password, for e-mail addresses without an account. */
export async function verifyDummyPassword(password: string) {
  // The dummy is hashed outside the queue: a rejected promise would be cached forever.
  await isPassword(password, await (dummy ??= hash('the password of no account', parameters)), 'unknown')
  return false
}
