import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#server/http/refusal.ts'

// The library's enum is ambient and cannot be imported.
const argon2id = 2

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane; about 25 ms. */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing shares its threads with files: a flood of sign-ins waits in a short line, the rest is sent away. */
const atOnce = 2
const inLine = 50

let running = 0
const line: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < atOnce) running += 1
  else if (line.length < inLine) await new Promise<void>((start) => line.push(start))
  else throw new Refusal('too-many', { retryAfterSeconds: 2 })
  try {
    return await work()
  } finally {
    // Whoever is next takes over the place, so that nobody slips in between.
    const next = line.shift()
    if (next) next()
    else running -= 1
  }
}

/** Slow on purpose: never inside a transaction. Throws `too-many` when too many wait. */
export const hashPassword = (password: string) => inTurn(() => hash(password, parameters))

/** Byte for byte: nothing is trimmed, folded or cut. Slow on purpose too. */
export const isPassword = (password: string, hashed: string) => inTurn(() => verify(hashed, password))

let dummy: Promise<string> | undefined

/** Takes as long as looking at a real password, for e-mails that nobody has. */
export async function pretendToCheck(password: string) {
  // Not in turn: refused once, it would be refused for ever.
  await isPassword(password, await (dummy ??= hash('nobody has this password', parameters)))
  return false
}
