import type { Snapshot } from '#server/search/types.ts'

/** A message about the index, of its index thread: to this process, or by the socket of the indexer to another one. */
export type IndexMessage = {
  /** The index is complete. */
  ready?: true
  /** The index is not complete: it is built for the first time, or its file was recreated. */
  building?: true
  /** Deletions and unpublications up to this snapshot are applied. */
  purged?: Snapshot
  /** All changes up to this snapshot are indexed. */
  indexed?: Snapshot
  /** The request with this id is finished. */
  done?: number
  error?: string
}

/** What a request waits for: all changes that were committed before it, or the deletions and unpublications among them. */
export type RefreshScope = 'all' | 'deletions'

/** A request to the index thread: to wait, or to recreate an index that a search found damaged. */
export type IndexRequest = { await: RefreshScope; id: number } | { damaged: true }

/** For the log, whichever thread finds the damage. */
export const damagedIndexMessage = (reason: string) => `the search index is damaged, and is built again: ${reason}`

type Callbacks = {
  /** The index cannot be updated for now. */
  onError: ((message: string) => void) | undefined
  /** The index file may be another one from now on. */
  onBuilding: () => void
  onReady: () => void
}

export type IndexUpdates = ReturnType<typeof trackUpdates>

/**
 * What this process knows about the updates of the index, whether its own index thread does them or that of another process:
 * who does may change, and requests that wait are sent again.
 */
export function trackUpdates(callbacks: Callbacks) {
  const state: State = { ready: false, damaged: false, purged: undefined, indexed: undefined }
  const waiting = new Map<number, { scope: RefreshScope; resolve: () => void }>()
  const listeners = new Set<(message: IndexMessage) => void>()
  let lastRequest = 0
  let post: (request: IndexRequest) => void = () => undefined

  return {
    isReady: () => state.ready,
    deletionsAppliedUpTo: () => (state.ready ? state.purged : undefined),
    indexedUpTo: () => (state.ready ? state.indexed : undefined),

    /** Recreates the index: a search found it damaged. */
    rebuild: () => {
      Object.assign(state, { ready: false, damaged: true })
      post({ damaged: true })
    },
    /** Resolves when all changes, or all deletions, that were committed before the call are applied. */
    waitFor: (scope: RefreshScope) =>
      new Promise<void>((resolve) => {
        lastRequest += 1
        waiting.set(lastRequest, { scope, resolve })
        post({ await: scope, id: lastRequest })
      }),

    /** Sends the requests there from now on, those that wait first. */
    connect: (send: (request: IndexRequest) => void) => {
      post = send
      if (state.damaged) post({ damaged: true })
      for (const [id, { scope }] of waiting) post({ await: scope, id })
    },
    receive: (message: IndexMessage) => {
      applyTo(state, message, callbacks)
      if (message.done !== undefined) {
        waiting.get(message.done)?.resolve()
        waiting.delete(message.done)
      }
      for (const listener of listeners) listener(message)
    },
    /** Passes on the present state, then every message. Returns the function that ends it. */
    subscribe: (listener: (message: IndexMessage) => void) => {
      listener(messageOf(state))
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type State = {
  ready: boolean
  /** A search found the index damaged, and it is not recreated yet. */
  damaged: boolean
  purged: Snapshot | undefined
  indexed: Snapshot | undefined
}

const messageOf = ({ ready, purged, indexed }: State): IndexMessage => ({
  ...(ready ? { ready } : { building: true }),
  ...(purged !== undefined && { purged }),
  ...(indexed !== undefined && { indexed }),
})

function applyTo(state: State, { purged, indexed, ready, building, error }: IndexMessage, callbacks: Callbacks) {
  if (building) {
    Object.assign(state, { ready: false, damaged: false, indexed: undefined })
    callbacks.onBuilding()
  }
  if (purged !== undefined) state.purged = purged
  if (indexed !== undefined) state.indexed = indexed
  if (ready) {
    state.ready = true
    callbacks.onReady()
  }
  if (error !== undefined) callbacks.onError?.(error)
}
