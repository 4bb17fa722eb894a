import { Worker } from 'node:worker_threads'
import type { Snapshot } from '#server/search/types.ts'
import type { Wanted } from './indexWorker.ts'

type Told = {
  /** The index cannot be kept true for now. */
  onError: ((sentence: string) => void) | undefined
  /** The file is begun anew. */
  onBegun: () => void
  onReady: () => void
}
type FromWriter = { ready?: true; begun?: true; heard?: Snapshot; done?: number; trouble?: string }

/** Starts the thread that keeps the index true. */
export function startIndexThread(file: string, databaseUrl: string, told: Told) {
  const worker = new Worker(new URL('./indexWorker.ts', import.meta.url), { workerData: { file, databaseUrl } })
  const known: Known = { ready: false, heard: undefined, asked: 0, waiting: new Map() }
  worker.on('message', (message: FromWriter) => hear(known, message, told))
  const ended = new Promise<void>((settle) => worker.once('exit', () => settle()))

  return {
    isReady: () => known.ready,
    deletionsAppliedUpTo: () => (known.ready ? known.heard : undefined),
    /** Makes the index anew: a reader found it damaged. */
    rebuild: () => {
      known.ready = false
      worker.postMessage({ damaged: true })
    },
    /** Resolves when everything, or everything that is to be taken out, was looked for after the call. */
    waitFor: (what: Wanted) =>
      new Promise<void>((settle) => {
        known.asked += 1
        known.waiting.set(known.asked, settle)
        worker.postMessage({ await: what, id: known.asked })
      }),
    stop: () => {
      worker.postMessage({ stop: true })
      return ended
    },
  }
}

/** What is known of the thread, and who waits for it. */
type Known = {
  ready: boolean
  heard: Snapshot | undefined
  asked: number
  waiting: Map<number, () => void>
}

function hear(known: Known, { heard, ready, begun, trouble, done }: FromWriter, told: Told) {
  if (heard !== undefined) known.heard = heard
  if (ready) {
    known.ready = true
    told.onReady()
  }
  if (begun) {
    known.ready = false
    told.onBegun()
  }
  if (trouble !== undefined) told.onError?.(trouble)
  if (done !== undefined) {
    known.waiting.get(done)?.()
    known.waiting.delete(done)
  }
}
