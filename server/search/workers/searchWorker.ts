import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { emptyColumnStore, refreshColumnStore } from '#server/search/postings/columnStore.ts'
import { createLruCache } from '#server/search/postings/lruCache.ts'
import { createPostingCache } from '#server/search/postings/postingCache.ts'
import type { Searcher } from '#server/search/ranking/searcher.ts'
import { isDamaged, openForReading } from '#server/search/storage/connection.ts'
import { statement } from '#server/search/storage/statements.ts'
import { type SearchResponses, searchHandlers, type SearchRequests, type RequestKind } from './searchHandlers.ts'

/** A thread that answers searches. It is asked by `workers/openIndex.ts`. */
export type SearchRequest<Kind extends RequestKind = RequestKind> = { kind: Kind; asked: SearchRequests[Kind] }
export type SearchResponse = { id: number; answer?: SearchResponses[RequestKind]; failed?: string; damaged?: boolean }

const { file } = workerData as { file: string }
let searcher: (Searcher & { version: unknown }) | undefined

/** What is asked together is answered from one moment, each as soon as it is known. */
type Message = { questions: (SearchRequest & { id: number })[] } | { reopen: true } | { refresh: true }

parentPort?.on('message', (message: Message) => {
  try {
    if ('reopen' in message) letGo()
    else if ('refresh' in message) inSnapshot(() => undefined)
    else inSnapshot((current) => answerAll(current, message.questions))
    setImmediate(warm)
  } catch (error) {
    letGo()
    const failed = error instanceof Error ? error.message : String(error)
    if ('questions' in message) for (const { id } of message.questions) tell({ id, failed, damaged: isDamaged(error) })
  }
})

const tell = (answer: SearchResponse) => parentPort?.postMessage(answer)

const readAhead = ({ postings }: Current) => postings.readPrefetched()

/** A step between two questions, until there is nothing left to read. What fails here fails again for whoever asks. */
function warm() {
  try {
    if (searcher && inSnapshot(readAhead)) setImmediate(warm)
  } catch {
    letGo()
  }
}

/** A file that was begun anew is another file: the old one would answer from the past for ever. */
function letGo() {
  searcher?.database.close()
  searcher = undefined
}

type Current = NonNullable<typeof searcher>

/** All that is read for one answer is of one moment, so that its parts agree. */
function inSnapshot<Result>(work: (current: Current) => Result): Result {
  searcher ??= openLibrary()
  const { database } = searcher
  database.exec('begin')
  try {
    const version = statement(database, 'pragma data_version').get()?.['data_version']
    if (version !== searcher.version) {
      const { stamp } = searcher.columnStore
      refreshColumnStore(database, searcher.columnStore)
      searcher.rewriteCache.clear()
      if (searcher.columnStore.stamp !== stamp) {
        searcher.matchCache.clear()
        searcher.rankCache.clear()
      }
    }
    searcher.version = version
    return work(searcher)
  } finally {
    if (database.isTransaction) database.exec('rollback')
  }
}

function openLibrary(): Current {
  const [database, columnStore] = [openForReading(file), emptyColumnStore()]
  return {
    database,
    columnStore,
    postings: createPostingCache(database, columnStore),
    matchCache: createLruCache(16),
    rankCache: createLruCache(64),
    rewriteCache: createLruCache(16),
    version: undefined,
  }
}

function answerAll(current: Current, questions: readonly (SearchRequest & { id: number })[]) {
  for (const { id, kind, asked } of questions) tell({ id, answer: answer(current, kind, asked) })
}

const answer = <Kind extends RequestKind>(
  current: Current,
  kind: Kind,
  asked: SearchRequests[Kind],
): SearchResponses[Kind] => searchHandlers[kind](current, asked)

// A thread that is ended keeps nothing by itself.
flushCompileCache()
