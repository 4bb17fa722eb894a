import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { codeOf } from './errorCode.ts'
import { limits } from '#shared/limits.ts'
import { StartupError } from './env.ts'

const key = z.string().regex(/^[\w-]{43}$/)
const keyId = z.string().regex(/^[1-9]\d{0,8}$/)

/** A key that verifies the tokens of earlier sign-ins until the last of them has ended. */
const formerKey = z.object({ id: keyId, key, until: z.iso.datetime() })

/** Created at the first start. */
const required = {
  /** Signs session tokens. */
  token_key: key,
  /** Hashes one-time codes and references. */
  code_key: key,
  /** The password of the embedded database. */
  database_password: key,
}
const secretsSchema = z.object({
  ...required,
  /** The `kid` of `token_key`; without one it is the first. */
  token_key_id: keyId.optional(),
  former_token_keys: z.array(formerKey).optional(),
  /** Live channels derive from this key instead of `token_key` after a rotation, so that open pages stay connected. */
  live_key: key.optional(),
})

export type Secrets = z.infer<typeof secretsSchema>

const newKey = () => randomBytes(32).toString('base64url')
export const secretsFileOf = (folder: string) => join(folder, 'secrets.json')

/** The secrets of this installation: created at the first start, readable only by the owner of the file. */
export function readSecrets(folder: string): Secrets {
  const file = secretsFileOf(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) create(folder, Object.fromEntries(Object.keys(required).map((name) => [name, newKey()])))
  chmodSync(file, 0o600)
  const result = secretsSchema.safeParse(readJson(file))
  if (!result.success)
    throw new StartupError(`${file} does not hold the secrets of this installation: restore it from a backup.`)
  return result.data
}

const firstKeyId = '1'

/** The id of the key that signs tokens, and the former keys by their ids. */
export const tokenKeyId = ({ token_key_id = firstKeyId }: Secrets) => token_key_id

/** The key that live channels derive from. */
export const liveKeyOf = ({ live_key, token_key }: Secrets) => live_key ?? token_key

/**
 * Adds a new key that signs tokens; the former one verifies those of earlier sign-ins for the longest lifetime of a session.
 * `isLeaked`: it verifies nothing any more, so that every session ends. Running servers read the keys at a token of the new one, or at their next start.
 */
export function rotateTokenKey(folder: string, { now = new Date(), isLeaked = false } = {}): Secrets {
  const secrets = readSecrets(folder)
  const id = tokenKeyId(secrets)
  const until = new Date(now.getTime() + limits.session.remember_days * 86_400_000).toISOString()
  const { live_key: _, former_token_keys: former = [], ...rest } = secrets
  const retained = [
    { id, key: secrets.token_key, until },
    ...former.filter((one) => Date.parse(one.until) > now.getTime()),
  ]
  const rotated: Secrets = {
    ...rest,
    token_key: newKey(),
    token_key_id: String(Number(id) + 1),
    ...(!isLeaked && { former_token_keys: retained, live_key: liveKeyOf(secrets) }),
  }
  write(folder, rotated)
  return rotated
}

/** Creates the file in one step, unless another process has created it meanwhile. */
function create(folder: string, secrets: object) {
  const unfinished = `${secretsFileOf(folder)}.${randomUUID()}`
  writeFileSync(unfinished, textOf(secrets), { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, secretsFileOf(folder))
  } catch (error) {
    // Not every file system has links.
    if (codeOf(error) !== 'EEXIST') renameSync(unfinished, secretsFileOf(folder))
  } finally {
    rmSync(unfinished, { force: true })
  }
}

const textOf = (secrets: object) => `${JSON.stringify(secrets, null, 2)}\n`

/** Replaces the file in one step: a crash leaves the former one. */
function write(folder: string, secrets: object) {
  const file = secretsFileOf(folder)
  writeFileSync(`${file}.new`, textOf(secrets), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
