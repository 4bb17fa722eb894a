import { hash, verify } from '@node-rs/argon2'

// The library's enum is ambient and cannot be imported.
const argon2id = 2

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane; about 25 ms. */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, parameters)

/** Byte for byte: nothing is trimmed, folded or cut. */
export const isPassword = (password: string, hashed: string) => verify(hashed, password)

let dummy: Promise<string> | undefined

/** Takes as long as looking at a real password, for e-mails that nobody has. */
export async function pretendToCheck(password: string) {
  await isPassword(password, await (dummy ??= hashPassword('nobody has this password')))
  return false
}
