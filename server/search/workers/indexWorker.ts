import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import { buildAll } from '#server/search/indexing/build.ts'
import {
  emptySnapshot,
  type Change,
  type Changed,
  type CommittedChanges,
  type LogPosition,
  nextChanges,
  positionOf,
  readCursor,
  writeCursor,
  committedChanges,
  cursorTime,
  currentLibrary,
  currentSnapshot,
} from '#server/search/indexing/changeLog.ts'
import {
  type DocumentType,
  documentTypes,
  phraseType,
  type PreparedWrite,
} from '#server/search/indexing/documentTypes.ts'
import { indexClient } from '#server/search/indexing/batches.ts'
import { maintainSegments } from '#server/search/indexing/mergeSegments.ts'
import { inTransaction } from '#server/search/indexing/postings.ts'
import type { FollowedStore } from '#server/search/opensearch/followStore.ts'
import {
  incrementGeneration,
  recreate,
  isDamaged,
  openForWriting,
  readMeta,
  writeMeta,
  deleteUnusedIndexes,
} from '#server/search/storage/connection.ts'
import type { Snapshot } from '#server/search/types.ts'
import { backoff } from '#shared/backoff.ts'
import { damagedIndexMessage, type IndexMessage, type IndexRequest, type RefreshScope } from './indexUpdates.ts'

/*
 * The thread that keeps the index up to date. It reads the change log of PostgreSQL and writes documents and cursor in one
 * SQLite transaction, so that a process that is killed continues where it was.
 */

const { file, databaseUrl, searchUrl } = workerData as { file: string; databaseUrl: string; searchUrl?: string }

/** An index that was closed for longer than the retention of the change log cannot catch up. */
const log_days = 7
const pruneInterval_ms = 3_600_000
/** Changes in one transaction: a deletion that is committed meanwhile waits for no more than these. */
const batchSize = 100
/** How often the cursor is written while nothing changes. */
const idleCursor_ms = 60_000

let index = openForWriting(file)
/** Where the cases are, if not in the index file. */
let cases: FollowedStore | undefined
let types = documentTypes
let maintenance: Generator<void> | undefined
/** How long a change may wait for the merging of segments. */
const maintenanceSlice_ms = 20
/** The pause after a slice: nine tenths of the processor are left to requests. */
const maintenancePause_ms = 180
const maintenanceRetry_ms = 600_000
let nextMaintenance = 0
let wake: () => void = () => undefined
/** A notification of changes arrived since the log was last read. */
let isNotified = false
const state = { stopping: false, damaged: false }
const stopped = Promise.withResolvers<undefined>()
const isRunning = () => !state.stopping && !state.damaged
const waiting: Record<RefreshScope, number[]> = { all: [], deletions: [] }
/** The snapshot whose changes are indexed, and the snapshot whose deletions and unpublications are applied. */
let [indexedSnapshot, purgedSnapshot] = [emptySnapshot, emptySnapshot]

const isIdle = () => !isNotified && waiting.all.length === 0 && waiting.deletions.length === 0

parentPort?.on('message', (message: IndexRequest | { stop: true }) => {
  if ('await' in message) waiting[message.await].push(message.id)
  if ('stop' in message) {
    state.stopping = true
    stopped.resolve(undefined)
  }
  if ('damaged' in message) state.damaged = true
  wake()
})

const report = (message: IndexMessage) => parentPort?.postMessage(message)

flushCompileCache()
await run()
if (index.isOpen) index.close()
await cases?.close()
process.exit(0)

/** Runs until it is stopped; reconnects, with backoff, when the database goes away. */
async function run() {
  let attempts = 0
  while (!state.stopping) {
    const client = indexClient(databaseUrl)
    // A broken connection also fails the next query, and the error is handled there.
    client.on('error', () => wake())
    try {
      await client.connect()
      client.on('notification', () => {
        isNotified = true
        wake()
      })
      await client.query('listen changes')
      attempts = 0
      await follow(client)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      report({ error: isDamaged(error) ? damagedIndexMessage(text) : text })
      if (isDamaged(error)) state.damaged = true
      await Promise.race([stopped.promise, sleep(backoff(attempts, { first_ms: 500, longest_ms: 5000 }))])
      attempts += 1
    } finally {
      await client.close()
    }
  }
}

async function follow(client: pg.Client) {
  if (state.damaged) recreateIndex()
  await recreateIfStale(client)
  const indexedBefore = searchUrl === undefined ? undefined : await openStore(client, searchUrl)
  if (!isRunning()) return
  if (readMeta(index, 'complete') !== 'yes') {
    report({ building: true })
    if (readMeta(index, 'transaction') === undefined)
      writeCursor(index, { transaction: (await currentSnapshot(client)).oldest, row: 0 })
    await buildAll(index, client, { databaseUrl, types, isRunning })
    if (!isRunning()) return
  }
  if (indexedBefore !== undefined && BigInt(indexedBefore) < BigInt(readCursor(index).transaction)) {
    writeCursor(index, { transaction: indexedBefore, row: 0 })
    indexedSnapshot = purgedSnapshot = emptySnapshot
  }
  await purgeHidden(client)
  report({ ready: true })
  for (let pruned = 0; isRunning();) {
    if (Date.now() - pruned > pruneInterval_ms) {
      await client.query(`delete from change_log where at < now() - make_interval(days => $1)`, [log_days + 1])
      deleteUnusedIndexes(file)
      pruned = Date.now()
    }
    isNotified = false
    await catchUp(client)
    if (isIdle()) await pause(maintainSome() ? maintenancePause_ms : 1000)
  }
}

/** Opens the cases in OpenSearch, and builds them first if there are none. */
async function openStore(client: pg.Client, url: string): Promise<string | undefined> {
  const { openFollowedStore } = await import('#server/search/opensearch/followStore.ts')
  await cases?.close()
  cases = openFollowedStore(url, readMeta(index, 'library') ?? '')
  types = [cases.type, phraseType]
  writeMeta(index, 'alias', cases.alias)
  const onBuild = () => report({ building: true })
  return cases.untilBuilt(client, { databaseUrl, isRunning, onBuild, oldest_ms: Date.now() - log_days * 86_400_000 })
}

/** Merges segments for one time slice; false when there is nothing to merge. Searches do not depend on it: an error is retried later. */
function maintainSome(): boolean {
  if (Date.now() < nextMaintenance) return false
  try {
    maintenance ??= maintainSegments(index)
    for (const end = performance.now() + maintenanceSlice_ms; performance.now() < end;) {
      if (!maintenance.next().done) continue
      maintenance = undefined
      return false
    }
    return true
  } catch (error) {
    maintenance = undefined
    if (isDamaged(error)) throw error
    nextMaintenance = Date.now() + maintenanceRetry_ms
    report({ error: error instanceof Error ? error.message : String(error) })
    return false
  }
}

function pause(ms: number) {
  const pausing = new AbortController()
  wake = () => pausing.abort()
  return sleep(ms, undefined, { signal: pausing.signal }).catch(() => undefined)
}

function recreateIndex() {
  maintenance = undefined
  indexedSnapshot = purgedSnapshot = emptySnapshot
  // It is closed already when the file could not be created before, such as on a full disk.
  if (index.isOpen) index.close()
  index = recreate(file)
  state.damaged = false
  report({ building: true })
}

/** Recreates an index of another library, of a library that was restored to an earlier time, or one that was closed too long. */
async function recreateIfStale(client: pg.Client) {
  const { library, next } = await currentLibrary(client)
  const closedFor_ms = Date.now() - cursorTime(index)
  const ahead = BigInt(readMeta(index, 'transaction') ?? '0') > BigInt(next)
  if (readMeta(index, 'library') === library && closedFor_ms <= log_days * 86_400_000 && !ahead) return
  recreateIndex()
  writeMeta(index, 'library', library)
}

/**
 * Applies the change log up to now. A transaction that still runs delays nothing: what was committed after it began is
 * applied, and only the cursor, from which a killed worker continues, waits for it.
 */
async function catchUp(client: pg.Client) {
  const requests = waiting.all.length
  // Changes are applied up to the snapshot of the purge, not a later one: `apply` inserts an unpublished case again, and
  // the next purge, which begins at this snapshot, would remove it for good if it were newer.
  const { now, oldest, hasChanges } = await purgeHidden(client)
  const end = { transaction: oldest, row: 0 }
  for (let position = readCursor(index), isLast = !hasChanges; !isLast;) {
    const changes = await nextChanges(client, position, { after: indexedSnapshot, upTo: now, limit: batchSize })
    isLast = changes.length < batchSize
    const ended = changes.filter(({ transaction }) => BigInt(transaction) < BigInt(oldest)).map(positionOf)
    await apply(client, changes, { upTo: isLast ? end : ended.at(-1), snapshot: now })
    position = changes.map(positionOf).at(-1) ?? position
    if (!isRunning()) return
    if (!isLast) await purgeHidden(client)
  }
  if (Date.now() - cursorTime(index) > idleCursor_ms) inTransaction(index, () => writeCursor(index, end))
  await cases?.setIndexedBefore(oldest)
  indexedSnapshot = now
  report({ indexed: now })
  reportDone('all', requests)
}

/** Removes deleted and unpublished documents before pending updates. `catchUp` inserts those that still exist again. */
async function purgeHidden(client: pg.Client): Promise<CommittedChanges> {
  const requests = waiting.deletions.length
  const since = { purged: purgedSnapshot, indexed: indexedSnapshot }
  const changes = await committedChanges(client, readCursor(index), since)
  const { now, hidden } = changes
  const read = await readCurrent(client, hidden, { snapshot: now, isReinserted: ({ isLong }) => !isLong })
  if (hidden.length > 0) inTransaction(index, () => replace(read))
  purgedSnapshot = now
  report({ purged: now })
  reportDone('deletions', requests)
  return changes
}

function reportDone(scope: RefreshScope, requests: number) {
  for (const id of waiting[scope].splice(0, requests)) report({ done: id })
}

/** Afterwards every change before `upTo` is indexed, and its transaction has ended. */
async function apply(
  client: pg.Client,
  changes: readonly Change[],
  { upTo, snapshot }: { upTo: LogPosition | undefined; snapshot: Snapshot },
) {
  const read = await readCurrent(client, changes, { snapshot })
  inTransaction(index, () => {
    replace(read)
    if (upTo) writeCursor(index, upTo)
  })
}

type Replacement = { type: DocumentType; ids: number[]; write: PreparedWrite | undefined }

/** `snapshot`: in which the changes are visible. */
type ReadOptions = { snapshot: Snapshot; isReinserted?: (type: DocumentType) => boolean }

/** The current state of the changed rows, of the document types that are to be inserted again. */
function readCurrent(
  client: pg.Client,
  changes: readonly Changed[],
  { snapshot, isReinserted = () => true }: ReadOptions,
) {
  const read = async (type: DocumentType): Promise<Replacement> => {
    const ids = [...new Set(changes.filter(({ resource }) => resource === type.resource).map(({ row_id }) => row_id))]
    const isRead = ids.length > 0 && isReinserted(type)
    if (!isRead) await type.hide?.(ids, snapshot)
    return { type, ids, write: isRead ? await type.read(client, ids, snapshot) : undefined }
  }
  return Promise.all(types.map(read))
}

function replace(read: readonly Replacement[]) {
  for (const { type, ids, write } of read) {
    const former = type.remove(index, ids)
    write?.(index, former)
  }
  incrementGeneration(index)
}
