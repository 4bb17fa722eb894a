import { on } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate, setImmediate as others } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { readMeta, writeMeta } from '#server/search/storage/connection.ts'
import { statement } from '#server/search/storage/statements.ts'
import { type Batch, readBatches } from './batches.ts'
import type { CaseDocuments } from './caseDocuments.ts'
import { caseType, type DocumentType, documentTypes, putCases, type PreparedWrite } from './documentTypes.ts'
import { abandon, commit } from './transaction.ts'

type Building = { databaseUrl: string; goesOn: () => boolean }

/** Puts in everything there is, in order of ids; killed in the middle it goes on from there. */
export async function buildAll(index: DatabaseSync, client: pg.ClientBase, building: Building) {
  setUp(index, whileBuilding)
  for (const kind of documentTypes)
    await build(index, kind, { parts: await partsOf(index, client, kind, building), ...building })
  await mergeSegments(index, building.goesOn)
  if (!building.goesOn()) return
  setUp(index, afterwards)
  writeMeta(index, 'complete', 'yes')
}

type Parts = AsyncIterable<Batch<PreparedWrite>>

async function build(index: DatabaseSync, kind: DocumentType, { parts, goesOn }: Building & { parts: Parts }) {
  try {
    for await (const { ids, read: put, through } of parts) {
      if (!goesOn()) return
      if (!index.isTransaction) index.exec('begin immediate')
      kind.remove(index, ids)
      put(index)
      if (through === undefined) continue
      writeMeta(index, builtOf(kind), String(through))
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
  kind: DocumentType,
  { databaseUrl }: Building,
): Promise<Parts> {
  const after = Number(readMeta(index, builtOf(kind)) ?? 0)
  const isLong = kind === caseType && (await countCases(client, after)) === many
  return isLong ? readied(prefetchCases(databaseUrl, after)) : readBatches(client, kind, { after, read: kind.read })
}

async function* readied(parts: ReturnType<typeof prefetchCases>): Parts {
  for await (const { read, ...part } of parts) yield { ...part, read: (index) => putCases(index, read) }
}

/** So many cases are worth a thread of their own. */
const many = 2000

/** How many cases come behind this id; not more than `many` are counted. */
async function countCases(client: pg.ClientBase, after: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from (select from case_files where id > $1 limit $2) as next`,
    [after, many],
  )
  return rows[0]?.count ?? 0
}

/**
 * How FTS5 writes; its file keeps it. Afterwards as it comes: a few cases at a time, and what is written is merged soon.
 * `hashsize` is in bytes: what is gathered in memory before it is written. While it is built nothing is merged: that is
 * done once, at the end.
 */
type Settings = { hashsize: number; automerge: number; crisismerge: number }
const whileBuilding: Settings = { hashsize: 32 << 20, automerge: 0, crisismerge: 1999 }
const afterwards: Settings = { hashsize: 1 << 20, automerge: 4, crisismerge: 16 }

function setUp(index: DatabaseSync, settings: Settings) {
  for (const [name, value] of Object.entries(settings))
    statement(index, 'insert into cases (cases, rank) values (?, cast(? as integer))').run(name, value)
}

/** The same parts as `readRuns` gives of cases, from a thread of their own, which ends with them. */
export async function* prefetchCases(databaseUrl: string, after: number): AsyncGenerator<Batch<CaseDocuments>> {
  const worker = new Worker(new URL('./prefetchWorker.ts', import.meta.url), { workerData: { databaseUrl, after } })
  // Ends when the thread does; what goes wrong there is thrown here.
  const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[Batch<CaseDocuments>]>
  try {
    for await (const [part] of messages) {
      worker.postMessage('taken')
      // Node hands over up to a thousand messages of one port in a turn, if they come soon enough: nothing else is heard then.
      await setImmediate()
      yield part
    }
  } finally {
    await worker.terminate()
  }
}

/** A step is some tenths of a second. */
const step_pages = 2000

/**
 * Brings what was written in many pieces into one, step by step: in a dozen pieces, each with cases of every year, a word
 * takes twice as long to find. `goesOn` is asked between two steps.
 */
export async function mergeSegments(index: DatabaseSync, goesOn: () => boolean) {
  // So FTS5 has it: a negative number gathers all pieces, and what has changed less than two rows had nothing to do.
  merge(index, -step_pages)
  while (goesOn() && merge(index, step_pages) >= 2) await others()
}

function merge(index: DatabaseSync, pages: number): number {
  const before = changesOf(index)
  statement(index, `insert into cases (cases, rank) values ('merge', cast(? as integer))`).run(pages)
  return changesOf(index) - before
}

const changesOf = (index: DatabaseSync) =>
  Number(statement(index, 'select total_changes() as changes').get()?.['changes'])
