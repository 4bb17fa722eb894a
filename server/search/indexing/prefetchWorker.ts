import { parentPort, workerData } from 'node:worker_threads'
import type { CountedWord } from '#server/search/lexicon/vocabulary.ts'
import { type Batch, readBatches, indexClient } from './batches.ts'
import { CaseAnalyzer } from './analyzeCase.ts'
import { type CaseDocument, type IndexedCaseRow, readCase, selectCases } from './caseDocuments.ts'

/**
 * Prefetch thread: reads and analyzes cases while the index thread writes those before them. Posts the parts of the runs
 * after the id `after`, with at most `maxUnacknowledged` unprocessed ones; each message to it acknowledges one.
 */
const { databaseUrl, after } = workerData as { databaseUrl: string; after: number }

const maxUnacknowledged = 4
let unacknowledged = 0
let onReceived: () => void = () => undefined
parentPort?.on('message', () => {
  unacknowledged -= 1
  onReceived()
})

/** Cases, analyzed by the analyzer of those before them. */
export type PrefetchedCases = {
  /** Their terms are numbered in one vocabulary. */
  documents: Omit<CaseDocument, 'vocabulary'>[]
  /** What these cases add to it; `isFirst`: it begins with them. */
  terms: string[]
  isFirst: boolean
  words: CountedWord[]
}

/** Beyond this the analyzer, the index thread and their message port would hold too much memory. */
const maxTerms = 1_000_000
let analyzer = new CaseAnalyzer()

function analyze(rows: readonly IndexedCaseRow[], isLast: boolean): PrefetchedCases {
  if (analyzer.vocabulary.length > maxTerms) analyzer = new CaseAnalyzer()
  const known = analyzer.vocabulary.length
  const documents = rows.map((row) => {
    const { vocabulary: _shared, ...document } = readCase(row, analyzer)
    return document
  })
  const words = isLast ? analyzer.takeWordCounts() : []
  return { documents, terms: analyzer.vocabulary.slice(known), isFirst: known === 0, words }
}

const client = indexClient(databaseUrl)
await client.connect()
for await (const { read, ...part } of readBatches(client, { source: 'case_files' }, { after, read: selectCases })) {
  while (unacknowledged >= maxUnacknowledged) await new Promise<void>((resolve) => (onReceived = resolve))
  unacknowledged += 1
  const analyzed = analyze(read, part.through !== undefined)
  parentPort?.postMessage({ ...part, read: analyzed } satisfies Batch<PrefetchedCases>)
}
await client.close()
parentPort?.close()
