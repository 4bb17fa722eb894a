import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { buildAll } from './build.ts'
import { indexClient } from './connect.ts'
import type { LogPlace } from './index.ts'
import { kinds } from './kinds.ts'
import { listFrequent } from './listing.ts'
import { begin, isDamaged, openForWriting, readMeta, writeMeta } from './schema.ts'
import { inTransaction } from './transaction.ts'

/**
 * The thread that keeps the index true: it reads what changed from PostgreSQL's log and writes it together with its
 * place in the log, so that a process that is killed goes on where it was.
 *
 * Posts `{ ready: true }` when everything is in for the first time, `{ begun: true }` when there is a new file that
 * has nothing in it yet, `{ written: place }` when what stands up to there in the log is in, `{ synced: id }` when
 * asked to catch up.
 */
const { file, databaseUrl } = workerData as { file: string; databaseUrl: string }

/** An index that slept longer than the log is kept cannot catch up. */
const logDays = 7
const pruneEvery_ms = 3_600_000

let index = openForWriting(file)
let listing: Generator<void> | undefined
/** So long what changed has to wait for what is listed; a single list of a very large library takes longer. */
const listing_ms = 50
const listsAgain_ms = 600_000
let listsAgain = 0
let wake: () => void = () => undefined
const life = { stopping: false, damaged: false }
const goesOn = () => !life.stopping && !life.damaged
const waiting: number[] = []

parentPort?.on('message', (message: { sync?: number; stop?: true; damaged?: true }) => {
  if (message.sync !== undefined) waiting.push(message.sync)
  if (message.stop) life.stopping = true
  if (message.damaged) life.damaged = true
  wake()
})

flushCompileCache()
await keepTrue()
index.close()
process.exit(0)

/** Until it is stopped; a database that goes away is waited for. */
async function keepTrue() {
  while (!life.stopping) {
    const client = indexClient(databaseUrl)
    // A broken connection also fails the query that comes next, which is where it is dealt with.
    client.on('error', () => wake())
    try {
      await client.connect()
      client.on('notification', () => wake())
      await client.query('listen changes')
      await follow(client)
    } catch (error) {
      parentPort?.postMessage({ trouble: error instanceof Error ? error.message : String(error) })
      if (isDamaged(error)) life.damaged = true
      await pause(500)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function follow(client: pg.Client) {
  if (life.damaged) beginAnew()
  await matchLibrary(client)
  if (readMeta(index, 'complete') !== 'yes') {
    if (readMeta(index, 'transaction') === undefined) setCursor(await oldestTransaction(client), 0)
    await buildAll(index, client, { databaseUrl, goesOn })
    if (!goesOn()) return
  }
  tellPlace()
  parentPort?.postMessage({ ready: true })
  for (let pruned = 0; goesOn();) {
    if (Date.now() - pruned > pruneEvery_ms) {
      await client.query(`delete from change_log where at < now() - make_interval(days => $1)`, [logDays + 1])
      pruned = Date.now()
    }
    const asked = waiting.length
    const target = asked > 0 ? await newestTransaction(client) : 0n
    let reached = await catchUp(client)
    while (reached < target && goesOn()) {
      // A transaction that still runs holds the log back; what is committed behind it comes with it.
      await pause(10)
      reached = await catchUp(client)
    }
    for (const id of waiting.splice(0, asked)) parentPort?.postMessage({ synced: id })
    if (waiting.length === 0) await pause(listSome() ? 0 : 1000)
  }
}

/** Lists what is frequent while there is nothing else to do; false when all is listed. Nobody needs the lists: what fails is tried again later. */
function listSome(): boolean {
  if (Date.now() < listsAgain) return false
  try {
    listing ??= listFrequent(index)
    for (const end = performance.now() + listing_ms; performance.now() < end;) {
      if (!listing.next().done) continue
      listing = undefined
      return false
    }
    return true
  } catch (error) {
    listing = undefined
    if (isDamaged(error)) throw error
    listsAgain = Date.now() + listsAgain_ms
    parentPort?.postMessage({ trouble: error instanceof Error ? error.message : String(error) })
    return false
  }
}

function pause(ms: number) {
  const ending = new AbortController()
  wake = () => ending.abort()
  return sleep(ms, undefined, { signal: ending.signal }).catch(() => undefined)
}

function beginAnew() {
  listing = undefined
  index.close()
  index = begin(file)
  life.damaged = false
  parentPort?.postMessage({ begun: true })
}

/** An index of another library, of one that was put back in time, or one that slept too long, is begun anew. */
async function matchLibrary(client: pg.Client) {
  // A library that was copied or restored keeps its id but counts its transactions anew, so where it lives belongs to
  // its name.
  const { rows } = await client.query<{ library: string; next: string }>(
    `select concat_ws(' ', library.id, system_identifier, pg_database.oid, timeline_id) as library,
            pg_snapshot_xmax(pg_current_snapshot())::text as next
       from library, pg_database, pg_control_system(), pg_control_checkpoint()
      where datname = current_database()`,
  )
  const { library = '', next = '0' } = rows[0] ?? {}
  const asleep = Date.now() - Number(readMeta(index, 'seen') ?? Date.now())
  const ahead = BigInt(readMeta(index, 'transaction') ?? '0') > BigInt(next)
  if (readMeta(index, 'library') === library && asleep <= logDays * 86_400_000 && !ahead) return
  beginAnew()
  writeMeta(index, 'library', library)
}

type Change = { transaction: string; id: number; resource: string; row_id: number }
type LogRow = { oldest: string } & (Change | { row_id: null })

/** Reads the log once and answers the transaction up to which everything is in. */
async function catchUp(client: pg.Client): Promise<bigint> {
  for (;;) {
    const { transaction, row } = cursor()
    const { rows } = await client.query<LogRow>(
      `with limits as (select pg_snapshot_xmin(pg_current_snapshot()) as oldest)
       select oldest::text, transaction_id::text as transaction, change_log.id::integer, resource, row_id::integer
         from limits
         left join lateral (
           select *
             from change_log
            where (transaction_id, id) > ($1::xid8, $2)
              and transaction_id < oldest
            order by transaction_id, id
            limit 2000) as change_log on true`,
      [transaction, row],
    )
    const changes = rows.flatMap((row) => (row.row_id === null ? [] : [row]))
    await apply(client, changes)
    if (changes.length < 2000) return BigInt(rows[0]?.oldest ?? 0)
  }
}

async function apply(client: pg.Client, changes: readonly Change[]) {
  const last = changes.at(-1)
  if (!last) {
    writeMeta(index, 'seen', String(Date.now()))
    return
  }
  const read = await Promise.all(
    kinds.map(async (kind) => {
      const ids = [...new Set(changes.filter(({ resource }) => resource === kind.resource).map(({ row_id }) => row_id))]
      return { kind, ids, put: ids.length > 0 ? await kind.read(client, ids) : undefined }
    }),
  )
  inTransaction(index, () => {
    for (const { kind, ids, put } of read) {
      kind.remove(index, ids)
      put?.(index)
    }
    setCursor(last.transaction, last.id)
    writeMeta(index, 'seen', String(Date.now()))
  })
  tellPlace()
}

function cursor(): LogPlace {
  return { transaction: readMeta(index, 'transaction') ?? '0', row: Number(readMeta(index, 'row') ?? 0) }
}

function tellPlace() {
  parentPort?.postMessage({ written: cursor() })
}

function setCursor(transaction: string, row: number) {
  writeMeta(index, 'transaction', transaction)
  writeMeta(index, 'row', String(row))
}

async function oldestTransaction(client: pg.Client) {
  const { rows } = await client.query<{ oldest: string }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as oldest`,
  )
  return rows[0]?.oldest ?? '0'
}

async function newestTransaction(client: pg.Client) {
  const { rows } = await client.query<{ next: string }>(`select pg_snapshot_xmax(pg_current_snapshot())::text as next`)
  return BigInt(rows[0]?.next ?? 0)
}
