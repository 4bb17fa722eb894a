import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartFailure } from './env.ts'

const key = z.string().regex(/^[\w-]{43}$/)
const shape = z.object({
  /** Signs session tokens. */
  token_key: key,
  /** Hashes one-time codes and references. */
  code_key: key,
  /** Of the embedded database. */
  database_password: key,
})

export type Secrets = z.infer<typeof shape>

/** The secrets of this installation: made at the first start, readable by their owner only. */
export function readSecrets(folder: string): Secrets {
  const file = join(folder, 'secrets.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) {
    const made = Object.fromEntries(
      Object.keys(shape.shape).map((name) => [name, randomBytes(32).toString('base64url')]),
    )
    writeFileSync(`${file}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  chmodSync(file, 0o600)
  const result = shape.safeParse(readJson(file))
  if (!result.success)
    throw new StartFailure(`${file} does not hold the secrets of this installation: restore it from a backup.`)
  return result.data
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
