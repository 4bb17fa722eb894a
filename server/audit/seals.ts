import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'

/** A batch of sealed rows: a link of the hash chain. */
export type Seal = {
  /** From 1, without gaps. */
  number: number
  /** ISO 8601, UTC. */
  at: string
  /** The ids of the rows, in the order in which they were sealed. */
  ids: number[]
  /** SHA-256 of each row, in the order of the ids. */
  digests: Buffer[]
  /** SHA-256 of the previous seal and of this batch. */
  seal: Buffer
}

const digest_bytes = 32
/** In place of the seal before the first one. */
const noSeal = Buffer.alloc(digest_bytes)

/** Every column of the audit log with a meaning of its own, as text that no setting of the database changes. */
export type AuditRow = { id: number; content: (string | null)[] }

/**
 * The columns of an `AuditRow`, as JSON: the text of an array is parsed a hundred times as slowly. A new column of the log
 * needs a second form, under another label.
 */
export const auditRowColumns: RawBuilder<unknown> = sql`
  audit.id,
  array_to_json(array[
    to_char(audit.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), audit.actor_id::text, audit.session_id::text,
    audit.address::text, audit.action, audit.resource, audit.row_id::text, audit.row_version::text, audit.before::text,
    audit.after::text, audit.request_id]) as content`

const hash = (label: string, ...parts: (Buffer | string)[]) => {
  const sha256 = createHash('sha256').update(`${label}\n`)
  for (const part of parts) sha256.update(part)
  return sha256.digest()
}

const rowLabel = 'hukum/audit/row/v1'

export const digestOf = ({ id, content }: AuditRow) => hash(rowLabel, JSON.stringify([id, content]))

/** The same; what has megabytes is read in turns of the event loop. */
export async function digestInTurns({ id, content }: AuditRow): Promise<Buffer> {
  const sha256 = createHash('sha256').update(`${rowLabel}\n[${id},[`)
  for (const [index, part] of content.entries()) {
    if (part && part.length > 100_000) await nextTurn()
    sha256.update(`${index === 0 ? '' : ','}${JSON.stringify(part)}`)
  }
  return sha256.update(']]').digest()
}

/** The seal of a batch after another one. */
export const sealOf = (previous: Buffer | undefined, { number, at, ids, digests }: Omit<Seal, 'seal'>) =>
  hash('hukum/audit/seal/v1', previous ?? noSeal, JSON.stringify([number, at, ids]), ...digests)

/** The line of a seal in the file. */
export const toLine = ({ digests, seal, ...batch }: Seal) =>
  `${JSON.stringify({ ...batch, digests: Buffer.concat(digests).toString('base64url'), seal: seal.toString('base64url') })}\n`

/** Undefined for a line that is not a seal. */
export function parseLine(line: string): Seal | undefined {
  try {
    const { number, at, ids, digests, seal } = JSON.parse(line) as Record<string, unknown>
    if (typeof number !== 'number' || typeof at !== 'string' || typeof digests !== 'string') return undefined
    if (typeof seal !== 'string' || !Array.isArray(ids) || !ids.every(Number.isSafeInteger)) return undefined
    return {
      number,
      at,
      ids: ids as number[],
      digests: splitDigests(Buffer.from(digests, 'base64url')),
      seal: Buffer.from(seal, 'base64url'),
    }
  } catch {
    return undefined
  }
}

export const splitDigests = (bytes: Buffer) =>
  Array.from({ length: Math.floor(bytes.length / digest_bytes) }, (_, index) =>
    bytes.subarray(index * digest_bytes, (index + 1) * digest_bytes),
  )
