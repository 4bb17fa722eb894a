import { parentPort, workerData } from 'node:worker_threads'
import { type Batch, readBatches } from './batches.ts'
import { caseDocuments, type CaseDocuments, selectCases } from './caseDocuments.ts'
import { caseType } from './documentTypes.ts'
import { indexClient } from './postgresClient.ts'

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

const client = indexClient(databaseUrl)
await client.connect()
for await (const { read, ...part } of readBatches(client, caseType, { after, read: selectCases })) {
  while (unacknowledged >= maxUnacknowledged) await new Promise<void>((resolve) => (onReceived = resolve))
  unacknowledged += 1
  parentPort?.postMessage({ ...part, read: caseDocuments(read) } satisfies Batch<CaseDocuments>)
}
await client.close()
parentPort?.close()
