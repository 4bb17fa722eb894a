import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { codeOf, sqlState } from '#server/config/errorCode.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { createSeals, type Sealed } from '#server/security/seals.ts'

/** The `Idempotency-Key` of a request, and the SHA-256 of its body. */
export type IdempotencyKey = { key: string; bodyHash: Buffer }

export const idempotencyKeyPattern = /^[A-Za-z0-9_-]{16,64}$/

/** The key of a request, if it has one. Throws for one that is not 16 to 64 letters, digits, `_` and `-`. */
export function readIdempotencyKey(key: string | undefined, body: unknown): IdempotencyKey | undefined {
  if (key === undefined) return undefined
  if (!idempotencyKeyPattern.test(key)) throw wrongKey('format')
  const bytes = Buffer.isBuffer(body) ? body : ''
  return { key, bodyHash: createHash('sha256').update(bytes).digest() }
}

/** Only a save takes a key: a call that ignored it would run twice. */
export const keyWithoutSave = () => wrongKey('unknown-field')

const wrongKey = (code: 'format' | 'unknown-field') =>
  new ApiError('invalid', { fields: { 'Idempotency-Key': [{ code }] } })

type Save = IdempotencyKey & { user_id: number; endpoint: string }

export type RunOnce = ReturnType<typeof createRunOnce>

/**
 * Returns a function that runs a save in its transaction once for each key: the answer is stored in the same transaction, and
 * sealed, because it may have a first password. A repeated save gets the stored answer; one that comes while the first still
 * runs waits for it. A save that fails leaves its key free.
 */
export function createRunOnce({ code_key }: Pick<Secrets, 'code_key'>) {
  const seals = createSeals(code_key, 'hukum/answers/v1')

  return async (db: Db, save: Save, run: () => Promise<object>): Promise<object> => {
    const { user_id, endpoint, key } = save
    if (!(await reserve(db, save))) return JSON.parse(seals.open(await readAnswer(db, save))) as object
    const answer = await run()
    // A returned error commits, as the first use of the key.
    if (answer instanceof ApiError) throw new Error(`${endpoint} is a save and returns an error: it must throw it`)
    await sql`
      -- prepared: store_answer
      update idempotency_keys
         set answer = ${seals.seal(JSON.stringify(answer))}
       where (user_id, endpoint, key) = (${user_id}, ${endpoint}, ${key})`.execute(db)
    return answer
  }
}

/** Whether this is the first use of the key. Waits for a transaction that uses it, and throws when that takes too long. */
async function reserve(db: Db, { user_id, endpoint, key, bodyHash }: Save): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      -- prepared: reserve_key
      insert into idempotency_keys (user_id, endpoint, key, body_hash)
      values (${user_id}, ${endpoint}, ${key}, ${bodyHash})
      on conflict do nothing`.execute(db)
    return numAffectedRows === 1n
  } catch (error) {
    if (codeOf(error) === sqlState.lock_not_available) throw new ApiError('save-in-progress', { retryAfterSeconds: 1 })
    throw error
  }
}

async function readAnswer(db: Db, { user_id, endpoint, key, bodyHash }: Save): Promise<Sealed> {
  const { rows } = await sql<{ body_hash: Buffer; answer: Sealed }>`
    select body_hash, answer
      from idempotency_keys
     where (user_id, endpoint, key) = (${user_id}, ${endpoint}, ${key})`.execute(db)
  const [stored] = rows
  // The key has expired just now.
  if (!stored) throw new ApiError('save-in-progress', { retryAfterSeconds: 1 })
  if (!stored.body_hash.equals(bodyHash)) throw new ApiError('key-reused')
  return stored.answer
}
