import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import { buildAll } from '#server/search/indexing/build.ts'
import {
  emptySnapshot,
  type Change,
  type Changed,
  type CurrentSnapshot,
  type LogPosition,
  nextChanges,
  hiddenSince,
  currentSnapshot,
} from '#server/search/indexing/changeLog.ts'
import { type DocumentType, documentTypes, type PreparedWrite } from '#server/search/indexing/documentTypes.ts'
import { indexClient } from '#server/search/indexing/postgresClient.ts'
import { refreshPostingLists } from '#server/search/indexing/refreshPostingLists.ts'
import { inTransaction } from '#server/search/indexing/transaction.ts'
import { recreate, isDamaged, openForWriting, readMeta, writeMeta } from '#server/search/storage/connection.ts'

/**
 * The thread that keeps the index true: it reads what changed from PostgreSQL's log and writes it together with its
 * place in the log, so that a process that is killed goes on where it was.
 *
 * Posts `{ ready: true }` when everything is in for the first time, `{ begun: true }` when there is a new file that
 * has nothing in it yet, `{ heard: snapshot }` when all that was taken back before then is out, `{ done: id }` when what
 * was asked for is done: `all` that was committed before is in, or what was `taken` back is out.
 */
export type Wanted = 'all' | 'taken'

const { file, databaseUrl } = workerData as { file: string; databaseUrl: string }

/** An index that slept longer than the log is kept cannot catch up. */
const logDays = 7
const pruneEvery_ms = 3_600_000
/** So many changes at a time: what is taken back meanwhile waits for no more. */
const atOnce = 100

let index = openForWriting(file)
let listing: Generator<void> | undefined
/** So long what changed has to wait for what is listed; a single list of a very large library takes longer. */
const listing_ms = 50
const listsAgain_ms = 600_000
let listsAgain = 0
let wake: () => void = () => undefined
/** Something was committed since the log was last read. */
let isNews = false
const life = { stopping: false, damaged: false }
const goesOn = () => !life.stopping && !life.damaged
const waiting: Record<Wanted, number[]> = { all: [], taken: [] }
/** Up to when everything that was committed is in, and up to when what was taken back is out. */
let [indexedSnapshot, purgedSnapshot] = [emptySnapshot, emptySnapshot]

const mayRest = () => !isNews && waiting.all.length === 0 && waiting.taken.length === 0

type Message = { await?: Wanted; id: number; stop?: true; damaged?: true }

parentPort?.on('message', (message: Message) => {
  if (message.await) waiting[message.await].push(message.id)
  if (message.stop) life.stopping = true
  if (message.damaged) life.damaged = true
  wake()
})

flushCompileCache()
await run()
index.close()
process.exit(0)

/** Until it is stopped; a database that goes away is waited for. */
async function run() {
  while (!life.stopping) {
    const client = indexClient(databaseUrl)
    // A broken connection also fails the query that comes next, which is where it is dealt with.
    client.on('error', () => wake())
    try {
      await client.connect()
      client.on('notification', () => {
        isNews = true
        wake()
      })
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
  if (life.damaged) recreateIndex()
  await matchLibrary(client)
  if (readMeta(index, 'complete') !== 'yes') {
    if (readMeta(index, 'transaction') === undefined)
      setCursor({ transaction: (await currentSnapshot(client)).oldest, row: 0 })
    await buildAll(index, client, { databaseUrl, goesOn })
    if (!goesOn()) return
  }
  await purgeHidden(client)
  parentPort?.postMessage({ ready: true })
  for (let pruned = 0; goesOn();) {
    if (Date.now() - pruned > pruneEvery_ms) {
      await client.query(`delete from change_log where at < now() - make_interval(days => $1)`, [logDays + 1])
      pruned = Date.now()
    }
    isNews = false
    await catchUp(client)
    if (mayRest()) await pause(listSome() ? 0 : 1000)
  }
}

/**
 * Lists what is frequent while there is nothing else to do; false when all is listed. Nobody needs the lists: what fails
 * is tried again later.
 */
function listSome(): boolean {
  if (Date.now() < listsAgain) return false
  try {
    listing ??= refreshPostingLists(index)
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

function recreateIndex() {
  listing = undefined
  indexedSnapshot = purgedSnapshot = emptySnapshot
  index.close()
  index = recreate(file)
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
  recreateIndex()
  writeMeta(index, 'library', library)
}

/**
 * Reads the log up to now. A transaction that still runs holds nothing back: what was committed behind it is put in, and
 * only the place from which a writer that is killed goes on waits for it.
 */
async function catchUp(client: pg.Client) {
  const asked = waiting.all.length
  // Changes are applied up to the snapshot of the purge, not a later one: `apply` inserts an unpublished case again, and
  // the next purge, which begins at this snapshot, would remove it for good if it were newer.
  const { now, oldest } = await purgeHidden(client)
  for (let place = cursor(), isLast = false; !isLast;) {
    const changes = await nextChanges(client, place, { after: indexedSnapshot, upTo: now, most: atOnce })
    isLast = changes.length < atOnce
    const ended = changes.filter(({ transaction }) => BigInt(transaction) < BigInt(oldest)).map(placeOf)
    await apply(client, changes, isLast ? { transaction: oldest, row: 0 } : ended.at(-1))
    place = changes.map(placeOf).at(-1) ?? place
    if (!goesOn()) return
    await purgeHidden(client)
  }
  indexedSnapshot = now
  tellDone('all', asked)
}

function placeOf({ transaction, id }: Change): LogPosition {
  return { transaction, row: id }
}

/** Removes what was deleted or unpublished, before anything else that waits. `catchUp` inserts again what is left of it. */
async function purgeHidden(client: pg.Client): Promise<CurrentSnapshot> {
  const asked = waiting.taken.length
  const { now, oldest, taken } = await hiddenSince(client, cursor(), purgedSnapshot)
  const read = await readCurrent(client, taken, ({ isLong }) => !isLong)
  if (taken.length > 0) inTransaction(index, () => replace(read))
  purgedSnapshot = now
  parentPort?.postMessage({ heard: now })
  tellDone('taken', asked)
  return { now, oldest }
}

function tellDone(wanted: Wanted, asked: number) {
  for (const id of waiting[wanted].splice(0, asked)) parentPort?.postMessage({ done: id })
}

/** Everything before the place `upTo` is in then, and has ended. */
async function apply(client: pg.Client, changes: readonly Change[], upTo: LogPosition | undefined) {
  const read = await readCurrent(client, changes)
  inTransaction(index, () => {
    replace(read)
    if (upTo) setCursor(upTo)
    writeMeta(index, 'seen', String(Date.now()))
  })
}

type Replacement = { kind: DocumentType; ids: number[]; put: PreparedWrite | undefined }

/** What was changed as it is now, of those kinds that are to come back. */
function readCurrent(
  client: pg.Client,
  changes: readonly Changed[],
  comesBack: (kind: DocumentType) => boolean = () => true,
) {
  const read = async (kind: DocumentType): Promise<Replacement> => {
    const ids = [...new Set(changes.filter(({ resource }) => resource === kind.resource).map(({ row_id }) => row_id))]
    return { kind, ids, put: ids.length > 0 && comesBack(kind) ? await kind.read(client, ids) : undefined }
  }
  return Promise.all(documentTypes.map(read))
}

function replace(read: readonly Replacement[]) {
  for (const { kind, ids, put } of read) {
    kind.remove(index, ids)
    put?.(index)
  }
}

function cursor(): LogPosition {
  return { transaction: readMeta(index, 'transaction') ?? '0', row: Number(readMeta(index, 'row') ?? 0) }
}

function setCursor({ transaction, row }: LogPosition) {
  writeMeta(index, 'transaction', transaction)
  writeMeta(index, 'row', String(row))
}
