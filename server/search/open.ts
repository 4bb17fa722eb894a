import { Worker } from 'node:worker_threads'
import { Refusal } from '#server/http/refusal.ts'
import type { Found, SearchIndex } from './index.ts'
import type { Question } from './reader.ts'
import { takeSlot } from './slot.ts'

type Options = {
  folder: string
  databaseUrl: string
  /** How many threads answer. */
  threads: number
  /** Told when the index cannot be kept true for now; it goes on by itself. */
  onTrouble?: (sentence: string) => void
}

/**
 * Opens the embedded index: a file of this process's own in `folder`, a thread that keeps it true, and threads that
 * answer. While it is built for the first time every search is refused as `unavailable`.
 */
export async function openIndex({ folder, databaseUrl, threads, onTrouble }: Options): Promise<SearchIndex> {
  const slot = takeSlot(folder)
  const writer = startWriter(slot.file, databaseUrl, onTrouble)
  const readers = Array.from({ length: threads }, () => startReader(slot.file))

  const ask = (question: Question) => {
    if (!writer.isReady()) throw new Refusal('unavailable')
    // The thread with the fewest questions before this one.
    const [free] = [...readers].sort((one, other) => one.load() - other.load())
    if (!free) throw new Error('there are no threads to search with: is SEARCH_THREADS at least 1?')
    return free.ask(question)
  }
  return {
    searchCases: async (query, paging) => ask({ kind: 'cases', query, paging }),
    searchPhrases: async (text, paging) => ask({ kind: 'phrases', text, paging }),
    caughtUp: writer.sync,
    close: async () => {
      await writer.stop()
      await Promise.all(readers.map((reader) => reader.stop()))
      slot.release()
    },
  }
}

function startWriter(file: string, databaseUrl: string, onTrouble: Options['onTrouble']) {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: { file, databaseUrl } })
  const waiting = new Map<number, () => void>()
  let ready = false
  let asked = 0
  worker.on('message', (message: { ready?: true; synced?: number; trouble?: string }) => {
    if (message.ready) ready = true
    if (message.trouble !== undefined) onTrouble?.(message.trouble)
    if (message.synced !== undefined) {
      waiting.get(message.synced)?.()
      waiting.delete(message.synced)
    }
  })
  const ended = new Promise<void>((settle) => worker.once('exit', () => settle()))

  return {
    isReady: () => ready,
    sync: () =>
      new Promise<void>((settle) => {
        asked += 1
        waiting.set(asked, settle)
        worker.postMessage({ sync: asked })
      }),
    stop: () => {
      worker.postMessage({ stop: true })
      return ended
    },
  }
}

type Waiting = { settle: (found: Found) => void; fail: (error: Error) => void }

function startReader(file: string) {
  const worker = new Worker(new URL('./reader.ts', import.meta.url), { workerData: { file } })
  const waiting = new Map<number, Waiting>()
  let asked = 0
  worker.on('message', ({ id, found, failed }: { id: number; found?: Found; failed?: string }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (found) one?.settle(found)
    else one?.fail(new Error(failed))
  })
  return {
    load: () => waiting.size,
    ask: (question: Question) =>
      new Promise<Found>((settle, fail) => {
        asked += 1
        waiting.set(asked, { settle, fail })
        worker.postMessage({ id: asked, question })
      }),
    stop: () => worker.terminate(),
  }
}
