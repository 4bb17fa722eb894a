import { Worker } from 'node:worker_threads'
import type { Snapshot } from '#server/search/types.ts'
import type { IndexMessage, RefreshScope } from './indexWorker.ts'

type Callbacks = {
  /** The index cannot be updated for now. */
  onError: ((message: string) => void) | undefined
  /** The index file was recreated and is empty. */
  onRecreated: () => void
  onReady: () => void
}

/** Starts the thread that keeps the index up to date. */
export function startIndexThread(file: string, databaseUrl: string, callbacks: Callbacks) {
  const worker = new Worker(new URL('./indexWorker.ts', import.meta.url), { workerData: { file, databaseUrl } })
  const state: State = { ready: false, purgedSnapshot: undefined, lastRequest: 0, waiting: new Map() }
  worker.on('message', (message: IndexMessage) => receive(state, message, callbacks))
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))

  return {
    isReady: () => state.ready,
    deletionsAppliedUpTo: () => (state.ready ? state.purgedSnapshot : undefined),
    /** Recreates the index: a search thread found it damaged. */
    rebuild: () => {
      state.ready = false
      worker.postMessage({ damaged: true })
    },
    /** Resolves when all changes, or all deletions, that were committed before the call are applied. */
    waitFor: (scope: RefreshScope) =>
      new Promise<void>((resolve) => {
        state.lastRequest += 1
        state.waiting.set(state.lastRequest, resolve)
        worker.postMessage({ await: scope, id: state.lastRequest })
      }),
    stop: () => {
      worker.postMessage({ stop: true })
      return ended
    },
  }
}

/** What the thread reported last, and the requests that wait for it. */
type State = {
  ready: boolean
  purgedSnapshot: Snapshot | undefined
  lastRequest: number
  waiting: Map<number, () => void>
}

function receive(state: State, { purged, ready, recreated, error, done }: IndexMessage, callbacks: Callbacks) {
  if (purged !== undefined) state.purgedSnapshot = purged
  if (ready) {
    state.ready = true
    callbacks.onReady()
  }
  if (recreated) {
    state.ready = false
    callbacks.onRecreated()
  }
  if (error !== undefined) callbacks.onError?.(error)
  if (done !== undefined) {
    state.waiting.get(done)?.()
    state.waiting.delete(done)
  }
}
