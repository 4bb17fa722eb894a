import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { appendSeal, cutEnd, readTail, sealFileOf } from './sealFile.ts'
import { type AuditRow, auditRowColumns, digestInTurns, digestOf, type Seal, sealOf, splitDigests } from './seals.ts'

type Options = {
  /** DATA_DIR. */
  folder: string
  /** Rows of one seal. */
  batchSize?: number
  /** Seals of one run: the log of an earlier version is sealed in several. */
  maxSeals?: number
}

/** Seals and their verification run one at a time. */
export const lockSeals = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('hukum audit seals'))`.execute(db)

/**
 * Seals what was added to the audit log, and returns the number of rows. Each seal is on disk in its file before it is
 * committed: after a crash the file is at most one seal ahead, which is then adopted. Throws when the file does
 * not end with the last seal of the database: nothing is sealed until an operator has compared them.
 */
export async function sealAudit(db: Db, { folder, batchSize = 1000, maxSeals = 50 }: Options): Promise<number> {
  let count = 0
  for (let seals = 0; seals < maxSeals; seals += 1) {
    const { scanned, sealed } = await db
      .transaction()
      .execute((transaction) => sealBatch(transaction, folder, batchSize))
    count += sealed
    if (scanned < batchSize) break
  }
  return count
}

type LastSeal = { number: number; seal: Buffer; through_transaction: string; through_id: string; last_id: number }

async function sealBatch(db: Db, folder: string, batchSize: number) {
  await lockSeals(db)
  const file = sealFileOf(folder)
  const last = await readLast(db)
  const { last: inFile, unfinished_bytes } = await readTail(file)
  if (isNext(inFile, last) && unfinished_bytes === 0) return adopt(db, last, inFile)
  if (!isSame(inFile, last)) throw new Error(disagreement)
  // Of a seal that was not written whole, and so not committed.
  if (unfinished_bytes > 0) await cutEnd(file, unfinished_bytes)

  const rows = await readUnsealed(db, last, batchSize)
  const sealable = rows.filter(({ is_backdated }) => !is_backdated)
  if (sealable.length === 0) return { scanned: 0, sealed: 0 }
  const batch = {
    number: (last?.number ?? 0) + 1,
    at: new Date().toISOString(),
    ids: sealable.map(({ id }) => id),
    digests: await readDigests(db, sealable),
  }
  const seal = { ...batch, seal: sealOf(last?.seal, batch) }
  await appendSeal(file, seal)
  await insertSeal(db, last, seal)
  return { scanned: rows.length, sealed: sealable.length }
}

const disagreement =
  'the audit log is not sealed any more: its seals and their file do not agree (npm run audit:verify)'

async function readLast(db: Db) {
  const { rows } = await sql<LastSeal>`
    select number, seal, through_transaction::text, through_id::text, last_id
      from audit_seals
     order by number desc
     limit 1`.execute(db)
  return rows[0]
}

const isSame = (inFile: Seal | 'unreadable' | undefined, last: LastSeal | undefined) =>
  inFile === undefined || inFile === 'unreadable'
    ? inFile === last
    : inFile.number === last?.number && inFile.seal.equals(last.seal)

/** Whether the file is one seal ahead: the process ended before its commit. */
const isNext = (inFile: Seal | 'unreadable' | undefined, last: LastSeal | undefined): inFile is Seal =>
  typeof inFile === 'object' &&
  inFile.number === (last?.number ?? 0) + 1 &&
  inFile.seal.equals(sealOf(last?.seal, inFile))

/**
 * A row with a lower id than a sealed one, of a transaction that began after that seal: it was inserted before sealed rows,
 * and is never sealed. Later seals have later transactions, so that the first one with higher ids decides: one entry of an
 * index, where `exists` over all of them is planned as a scan of the table.
 */
export const isBackdated = sql`
  coalesce((select seals.transaction_id < audit.transaction_id
              from audit_seals as seals
             where seals.last_id > audit.id
             order by seals.last_id, seals.transaction_id
             limit 1), false)`

type UnsealedRow = { id: number; bytes: number; is_backdated: boolean }

/** Rows after the last seal, of transactions before the oldest one that still runs. */
async function readUnsealed(db: Db, last: LastSeal | undefined, batchSize: number) {
  const { rows } = await sql<UnsealedRow>`
    select id, pg_column_size(audit) as bytes, ${isBackdated} as is_backdated
      from audit
     where (transaction_id, id) > (${last?.through_transaction ?? '0'}::xid8, ${last?.through_id ?? '0'}::bigint)
       and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
     order by transaction_id, id
     limit ${batchSize}`.execute(db)
  return rows
}

/** Rows are read together up to this size as they are stored, compressed: the texts of a row can have megabytes. */
const read_bytes = 200_000

async function readDigests(db: Db, rows: readonly UnsealedRow[]): Promise<Buffer[]> {
  const digests = new Map<number, Buffer>()
  for (const [from, to] of groupsOf(rows)) {
    const ids = rows.slice(from, to).map(({ id }) => id)
    const { rows: read } = await sql<AuditRow>`select ${auditRowColumns} from audit where id = any(${ids})`.execute(db)
    for (const row of read) digests.set(row.id, await digestInTurns(row))
  }
  return rows.flatMap(({ id }) => digests.get(id) ?? [])
}

/** The ranges of adjacent rows of at most `read_bytes` together, or of one row. */
function groupsOf(rows: readonly UnsealedRow[]): [from: number, to: number][] {
  const groups: [from: number, to: number][] = []
  let size = 0
  for (const [at, { bytes }] of rows.entries()) {
    const last = groups.at(-1)
    if (last && size + bytes <= read_bytes) last[1] = at + 1
    else groups.push([at, at + 1])
    size = last && size + bytes <= read_bytes ? size + bytes : bytes
  }
  return groups
}

async function insertSeal(db: Db, last: LastSeal | undefined, { number, at, ids, digests, seal }: Seal) {
  await sql`
    insert into audit_seals (number, sealed_at, ids, digests, seal, through_transaction, through_id, last_id)
    select ${number}, ${at}, ${ids}, ${Buffer.concat(digests)}, ${seal}, transaction_id, id,
           greatest(${last?.last_id ?? 0}::bigint, ${Math.max(...ids)}::bigint)
      from audit
     where id = any(${ids})
     order by transaction_id desc, id desc
     limit 1`.execute(db)
}

/** Inserts the seal that only the file has. Its rows are as it says, or nothing is sealed. */
async function adopt(db: Db, last: LastSeal | undefined, seal: Seal) {
  const { rows } = await sql<AuditRow>`
    select ${auditRowColumns} from audit where id = any(${seal.ids})`.execute(db)
  const digests = new Map(rows.map((row) => [row.id, digestOf(row)]))
  if (!seal.ids.every((id, index) => seal.digests[index] && digests.get(id)?.equals(seal.digests[index])))
    throw new Error(disagreement)
  await insertSeal(db, last, seal)
  return { scanned: Infinity, sealed: seal.ids.length }
}

type StoredSeal = { number: number; at: string; ids: number[]; digests: Buffer; seal: Buffer }

/** The seals of the database in order, in batches. */
export async function* readSeals(db: Db): AsyncGenerator<Seal> {
  for (let after = 0; ;) {
    const { rows } = await sql<StoredSeal>`
      select number, to_char(sealed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ids, digests, seal
        from audit_seals
       where number > ${after}
       order by number
       limit 100`.execute(db)
    for (const row of rows) yield { ...row, digests: splitDigests(row.digests) }
    const last = rows.at(-1)
    if (!last) return
    after = last.number
  }
}
