import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartupError } from './env.ts'

const key = z.string().regex(/^[\w-]{43}$/)
const secretsSchema = z.object({
  /** Signs session tokens. */
  token_key: key,
  /** Hashes one-time codes and references. */
  code_key: key,
  /** The password of the embedded database. */
  database_password: key,
})

export type Secrets = z.infer<typeof secretsSchema>

/** The secrets of this installation: created at the first start, readable only by the owner of the file. */
export function readSecrets(folder: string): Secrets {
  const file = join(folder, 'secrets.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) {
    const secrets = Object.fromEntries(
      Object.keys(secretsSchema.shape).map((name) => [name, randomBytes(32).toString('base64url')]),
    )
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  chmodSync(file, 0o600)
  const result = secretsSchema.safeParse(readJson(file))
  if (!result.success)
    throw new StartupError(`${file} does not hold the secrets of this installation: restore it from a backup.`)
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
