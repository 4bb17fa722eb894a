import { parentPort, workerData } from 'node:worker_threads'
import { type Batch, readBatches } from './batches.ts'
import { caseDocuments, type CaseDocuments, selectCases } from './caseDocuments.ts'
import { caseType } from './documentTypes.ts'
import { indexClient } from './postgresClient.ts'

/**
 * The thread that reads cases and finds their words while another puts in those before them. Posts the parts of the
 * runs behind the id `after`, never more than a few that were not taken yet; each message to it says that one was.
 */
const { databaseUrl, after } = workerData as { databaseUrl: string; after: number }

const maxUnacknowledged = 4
let waiting = 0
let taken: () => void = () => undefined
parentPort?.on('message', () => {
  waiting -= 1
  taken()
})

const client = indexClient(databaseUrl)
await client.connect()
for await (const { read, ...part } of readBatches(client, caseType, { after, read: selectCases })) {
  while (waiting >= maxUnacknowledged) await new Promise<void>((settle) => (taken = settle))
  waiting += 1
  parentPort?.postMessage({ ...part, read: caseDocuments(read) } satisfies Batch<CaseDocuments>)
}
await client.end()
parentPort?.close()
