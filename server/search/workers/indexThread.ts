import type { Snapshot } from '#server/search/types.ts'
import type { IndexMessage, RefreshScope } from './indexWorker.ts'
import { superviseThread } from './superviseThread.ts'

type Callbacks = {
  /** The index cannot be updated for now. */
  onError: ((message: string) => void) | undefined
  /** The index file was recreated and is empty. */
  onRecreated: () => void
  onReady: () => void
}

/** Starts the thread that keeps the index up to date. */
export function startIndexThread(file: string, databaseUrl: string, callbacks: Callbacks) {
  const state: State = {
    ready: false,
    damaged: false,
    purgedSnapshot: undefined,
    indexedSnapshot: undefined,
    lastRequest: 0,
    waiting: new Map(),
  }
  const thread = superviseThread<IndexMessage>(new URL('./indexWorker.ts', import.meta.url), {
    workerData: { file, databaseUrl },
    onMessage: (message) => receive(state, message, callbacks),
    onLost: ({ message }) => callbacks.onError?.(message),
    onRestarted: () => {
      if (state.damaged) thread.post({ damaged: true })
      for (const [id, { scope }] of state.waiting) thread.post({ await: scope, id })
    },
  })

  return {
    isReady: () => state.ready,
    deletionsAppliedUpTo: () => (state.ready ? state.purgedSnapshot : undefined),
    indexedUpTo: () => (state.ready ? state.indexedSnapshot : undefined),
    /** Recreates the index: a search thread found it damaged. */
    rebuild: () => {
      state.ready = false
      state.damaged = true
      thread.post({ damaged: true })
    },
    /** Resolves when all changes, or all deletions, that were committed before the call are applied. */
    waitFor: (scope: RefreshScope) =>
      new Promise<void>((resolve) => {
        state.lastRequest += 1
        state.waiting.set(state.lastRequest, { scope, resolve })
        thread.post({ await: scope, id: state.lastRequest })
      }),
    stop: () => thread.stop({ message: { stop: true }, wait_ms: 2000 }),
  }
}

/** What the thread reported last, and the requests that wait for it. */
type State = {
  ready: boolean
  /** A search thread found the index damaged, and it is not recreated yet. */
  damaged: boolean
  purgedSnapshot: Snapshot | undefined
  indexedSnapshot: Snapshot | undefined
  lastRequest: number
  waiting: Map<number, { scope: RefreshScope; resolve: () => void }>
}

function receive(state: State, { purged, indexed, ready, recreated, error, done }: IndexMessage, callbacks: Callbacks) {
  if (purged !== undefined) state.purgedSnapshot = purged
  if (indexed !== undefined) state.indexedSnapshot = indexed
  if (ready) {
    state.ready = true
    callbacks.onReady()
  }
  if (recreated) {
    state.ready = false
    state.damaged = false
    state.indexedSnapshot = undefined
    callbacks.onRecreated()
  }
  if (error !== undefined) callbacks.onError?.(error)
  if (done !== undefined) {
    state.waiting.get(done)?.resolve()
    state.waiting.delete(done)
  }
}
