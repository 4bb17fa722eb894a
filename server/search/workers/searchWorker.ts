import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { emptyColumnStore, refreshColumnStore } from '#server/search/postings/columnStore.ts'
import { postingLookups } from '#server/search/postings/evaluateQuery.ts'
import { createLruCache } from '#server/search/storage/lruCache.ts'
import type { Searcher } from '#server/search/ranking/resultPages.ts'
import { refreshLists } from '#server/search/storage/blocks/snapshot.ts'
import { generationOf, isDamaged, openForReading } from '#server/search/storage/connection.ts'
import { type SearchResponses, searchHandlers, type SearchRequests, type RequestKind } from './searchHandlers.ts'

/** The thread that runs searches, for `workers/openIndex.ts`. */
export type SearchRequest<Kind extends RequestKind = RequestKind> = { kind: Kind; params: SearchRequests[Kind] }
export type SearchResponse = {
  id: number
  result?: SearchResponses[RequestKind]
  error?: string
  /** The index file is damaged. */
  damaged?: boolean
  /** The cases cannot be searched at the moment. */
  unavailable?: boolean
}

const { file, nearBudget } = workerData as { file: string; nearBudget: number }
let searcher: (Searcher & { generation: string | undefined }) | undefined

/** Requests of one message are answered from one snapshot, each as soon as its result is known. */
export type Message = { requests: (SearchRequest & { id: number })[] } | { reopen: true } | { refresh: true }

parentPort?.on('message', (message: Message) => {
  try {
    if ('reopen' in message) closeSearcher()
    else if ('refresh' in message) inSnapshot(() => undefined)
    else inSnapshot((current) => answerAll(current, message.requests))
  } catch (error) {
    closeSearcher()
    const text = error instanceof Error ? error.message : String(error)
    if ('requests' in message)
      for (const { id } of message.requests) respond({ id, error: text, damaged: isDamaged(error) })
  }
})

const respond = (response: SearchResponse) => parentPort?.postMessage(response)

/** A file that was recreated is another file: the old one would never change again. */
function closeSearcher() {
  searcher?.database.close()
  searcher = undefined
}

type Current = NonNullable<typeof searcher>

/** All that is read for one message is of one snapshot, so that its results agree. */
function inSnapshot<Result>(work: (current: Current) => Result): Result {
  searcher ??= openSearcher()
  const { database } = searcher
  database.exec('begin')
  try {
    const generation = generationOf(database)
    if (generation !== searcher.generation) {
      const { stamp } = searcher.columnStore
      refreshColumnStore(database, searcher.columnStore)
      refreshLists(database)
      searcher.rewriteCache.clear()
      if (searcher.columnStore.stamp !== stamp) searcher.rankCache.clear()
    }
    searcher.generation = generation
    return work(searcher)
  } finally {
    if (database.isTransaction) database.exec('rollback')
  }
}

function openSearcher(): Current {
  const reader = { database: openForReading(file), columnStore: emptyColumnStore() }
  return {
    ...reader,
    cases: postingLookups(reader),
    rankCache: createLruCache({ max: 64 }),
    rewriteCache: createLruCache({ max: 16 }),
    nearBudget,
    generation: undefined,
  }
}

function answerAll(current: Current, requests: readonly (SearchRequest & { id: number })[]) {
  for (const { id, kind, params } of requests) respond({ id, result: answer(current, kind, params) })
}

const answer = <Kind extends RequestKind>(
  current: Current,
  kind: Kind,
  params: SearchRequests[Kind],
): SearchResponses[Kind] => searchHandlers[kind](current, params)

// A thread that is terminated does not write its compile cache.
flushCompileCache()
