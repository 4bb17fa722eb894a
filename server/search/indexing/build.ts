import { on } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { incrementGeneration, isDamaged, readMeta, writeMeta } from '#server/search/storage/connection.ts'
import { type Batch, readBatches } from './batches.ts'
import { currentSnapshot } from './changeLog.ts'
import { caseDocuments, type CaseDocuments, selectCases } from './caseDocuments.ts'
import type { DocumentType, PreparedWrite } from './documentTypes.ts'
import { mergeAll } from './mergeSegments.ts'
import type { PrefetchedCases } from './prefetchWorker.ts'
import { abandon, commit } from './postings.ts'

type Building = { databaseUrl: string; types: readonly DocumentType[]; isRunning: () => boolean }

/** Builds the index of all documents, in the order of ids; an interrupted build continues where it was. */
export async function buildAll(index: DatabaseSync, client: pg.ClientBase, building: Building) {
  for (const type of building.types)
    await build(index, type, { parts: await partsOf(index, client, type, building), ...building })
  for (const _step of mergeAll(index)) {
    if (!building.isRunning()) return
    await setImmediate()
  }
  if (!building.isRunning()) return
  vacuum(index)
  writeMeta(index, 'complete', 'yes')
}

type Parts = AsyncIterable<Batch<PreparedWrite>>

async function build(index: DatabaseSync, type: DocumentType, { parts, isRunning }: Building & { parts: Parts }) {
  try {
    for await (const { ids, read: write, through } of parts) {
      if (!isRunning()) return
      if (!index.isTransaction) index.exec('begin immediate')
      write(index, type.remove(index, ids))
      if (through === undefined) continue
      writeMeta(index, builtOf(type), String(through))
      incrementGeneration(index)
      commit(index)
    }
  } finally {
    abandon(index)
  }
}

const builtOf = ({ resource }: DocumentType) => `built ${resource}`

async function partsOf(
  index: DatabaseSync,
  client: pg.ClientBase,
  type: DocumentType,
  { databaseUrl }: Building,
): Promise<Parts> {
  const after = Number(readMeta(index, builtOf(type)) ?? 0)
  const { write } = type
  const { now } = await currentSnapshot(client)
  return write
    ? preparedParts(await casesAfter(client, after, databaseUrl), write)
    : readBatches(client, type, { after, read: async (from, ids) => type.read(from, ids, now) })
}

async function* preparedParts(
  parts: AsyncIterable<Batch<CaseDocuments>>,
  write: NonNullable<DocumentType['write']>,
): Parts {
  for await (const { read, ...part } of parts) yield { ...part, read: (index, former) => write(index, read, former) }
}

/** All cases after an id; of many, a prefetch thread reads and analyzes the next ones meanwhile. */
export async function casesAfter(
  client: pg.ClientBase,
  after: number,
  databaseUrl: string,
): Promise<AsyncIterable<Batch<CaseDocuments>>> {
  if ((await countCases(client, after)) === prefetchThreshold) return withVocabulary(prefetchCases(databaseUrl, after))
  const read = async (from: pg.ClientBase, ids: readonly number[]) => caseDocuments(await selectCases(from, ids))
  return readBatches(client, { source: 'case_files' }, { after, read })
}

/** The documents of a prefetch thread, with the vocabulary in which their terms are numbered. */
async function* withVocabulary(parts: ReturnType<typeof prefetchCases>): AsyncIterable<Batch<CaseDocuments>> {
  let vocabulary: string[] = []
  for await (const { read, ...part } of parts) {
    if (read.isFirst) vocabulary = []
    for (const term of read.terms) vocabulary.push(term)
    const documents = read.documents.map((document) => ({ ...document, vocabulary }))
    yield { ...part, read: { documents, words: read.words } }
  }
}

/** From this number of cases on, there is a prefetch thread. */
const prefetchThreshold = 2000

/** The number of cases after this id, counted up to `prefetchThreshold`. */
async function countCases(client: pg.ClientBase, after: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from (select from case_files where id > $1 limit $2) as next`,
    [after, prefetchThreshold],
  )
  return rows[0]?.count ?? 0
}

/** The same parts as `readBatches` returns for cases, from a prefetch thread, which ends with them. */
async function* prefetchCases(databaseUrl: string, after: number): AsyncGenerator<Batch<PrefetchedCases>> {
  const worker = new Worker(new URL('./prefetchWorker.ts', import.meta.url), { workerData: { databaseUrl, after } })
  // An error that comes while the thread is terminated concerns no one.
  worker.on('error', () => undefined)
  // Ends when the thread does, and throws its errors.
  const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[Batch<PrefetchedCases>]>
  try {
    for await (const [part] of messages) {
      worker.postMessage('received')
      // Node may deliver up to a thousand messages of one port in one turn of the event loop: other events must run between.
      await setImmediate()
      yield part
    }
  } finally {
    await worker.terminate()
  }
}

/**
 * Returns the pages that merging left free, a sixth of the file, which for a moment takes its space twice. Without that
 * space the index stays as large as it is.
 */
function vacuum(index: DatabaseSync) {
  try {
    index.exec('vacuum')
    index.exec('pragma wal_checkpoint(truncate)')
  } catch (error) {
    if (isDamaged(error)) throw error
    process.emitWarning(`The search index keeps its free pages: ${String(error)}`, 'IndexNotVacuumed')
  }
}
