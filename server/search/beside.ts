import { on } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CaseDocuments } from './documents.ts'
import type { Part } from './runs.ts'

/** The same parts as `readRuns` gives of cases, from a thread of their own, which ends with them. */
export async function* readBeside(databaseUrl: string, after: number): AsyncGenerator<Part<CaseDocuments>> {
  const worker = new Worker(new URL('./readAhead.ts', import.meta.url), { workerData: { databaseUrl, after } })
  // Ends when the thread does; what goes wrong there is thrown here.
  const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[Part<CaseDocuments>]>
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
