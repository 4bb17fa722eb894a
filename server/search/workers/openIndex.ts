import { ApiError } from '#server/endpoint/apiError.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { acquireIndexFile } from '#server/search/storage/indexFile.ts'
import { limits } from '#shared/limits.ts'
import { startIndexThread } from './indexThread.ts'
import type { SearchResponses, SearchRequests, RequestKind } from './searchHandlers.ts'
import { startSearchThread } from './searchThread.ts'
import type { SearchRequest } from './searchWorker.ts'
import { warmStemCache, warmedWords } from './warmStemCache.ts'

type Options = {
  folder: string
  databaseUrl: string
  /** How many search threads. */
  threads: number
  /** Of more matches than this the facets are counted by a request of their own. */
  facetsAtOnce?: number
  /** Called when the index cannot be updated for now; the index thread retries by itself. */
  onError?: (message: string) => void
}

/**
 * Opens the embedded inverted index: an index file of this process in `folder`, a thread that keeps it up to date, and
 * threads that search it. While it is built for the first time every search is refused as `unavailable`.
 */
export async function openIndex(options: Options): Promise<SearchIndex> {
  const { folder, facetsAtOnce = limits.search.facets_at_once } = options
  const indexFile = acquireIndexFile(folder)
  const closing = new AbortController()
  const threads = startThreads(indexFile.file, options, closing)
  const { indexThread, searchThreads } = threads
  return {
    ...createSearches(threads, facetsAtOnce),
    waitForRefresh: () => indexThread.waitFor('all'),
    waitForDeletions: () => indexThread.waitFor('deletions'),
    deletionsAppliedUpTo: indexThread.deletionsAppliedUpTo,
    indexedUpTo: indexThread.indexedUpTo,
    close: async () => {
      closing.abort()
      await indexThread.stop()
      await Promise.all(searchThreads.map((thread) => thread.stop()))
      indexFile.release()
    },
  }
}

type ThreadOptions = Pick<Options, 'databaseUrl' | 'threads' | 'onError'>

/** Starts the threads, and connects the events of one to the others. */
function startThreads(
  file: string,
  { databaseUrl, threads, onError }: ThreadOptions,
  closing: AbortController,
): Threads {
  const searchThreads = Array.from({ length: threads }, () =>
    startSearchThread(file, {
      onDamaged: (message) => {
        onError?.(`the search index is damaged, and is built again: ${message}`)
        indexThread.rebuild()
      },
      onError,
    }),
  )
  const indexThread = startIndexThread(file, databaseUrl, {
    onError,
    onRecreated: () => {
      for (const thread of searchThreads) thread.reopen()
    },
    onReady: () => {
      for (const thread of searchThreads) thread.refresh()
      // An error here repeats in the next search, which reports it.
      request({ searchThreads, indexThread }, 'words', { limit: warmedWords }).then(
        (words) => warmStemCache(words, closing),
        () => undefined,
      )
    },
  })
  return { searchThreads, indexThread }
}

type SearchMethods = Omit<
  SearchIndex,
  'waitForRefresh' | 'waitForDeletions' | 'deletionsAppliedUpTo' | 'indexedUpTo' | 'close'
>

/** Each search as a request to a search thread. */
const createSearches = (threads: Threads, facetsAtOnce: number): SearchMethods => ({
  searchCases: (query, paging) => request(threads, 'cases', { query, paging }),
  searchWithFacets: (query, paging) => {
    const [page, facets] = requestTogether<['cases', 'facets']>(
      threads,
      { kind: 'cases', params: { query, paging } },
      { kind: 'facets', params: { query, visibility: paging, limit: facetsAtOnce } },
    )
    return { page, facets }
  },
  searchPhrases: (parsed, paging) => request(threads, 'phrases', { parsed, paging }),
  countFacets: async (query, visibility) => {
    const facets = await request(threads, 'facets', { query, visibility, limit: Infinity })
    if (!facets) throw new Error('facets of all matches were left out')
    return facets
  },
  findPartyNames: (text) => request(threads, 'parties', { text }),
  findCompletions: (query, visibility) => request(threads, 'completions', { query, visibility }),
})

/** The thread that updates an index, and the threads that search it. */
type Threads = {
  indexThread: ReturnType<typeof startIndexThread>
  searchThreads: readonly ReturnType<typeof startSearchThread>[]
}

type Requests<Kinds extends RequestKind[]> = { [At in keyof Kinds]: SearchRequest<Kinds[At]> }
type Responses<Kinds extends RequestKind[]> = { [At in keyof Kinds]: Promise<SearchResponses[Kinds[At]]> }

/** Sends the requests together to the search thread with the lowest load. */
function requestTogether<Kinds extends RequestKind[]>(
  { indexThread, searchThreads }: Threads,
  ...requests: Requests<Kinds>
): Responses<Kinds> {
  const [leastLoaded] = [...searchThreads].sort((one, other) => one.load() - other.load())
  if (!leastLoaded) throw new Error('there are no threads to search with: is SEARCH_THREADS at least 1?')
  const unavailable = () => Promise.reject(new ApiError('unavailable'))
  const responses = indexThread.isReady() ? leastLoaded.send(requests) : requests.map(unavailable)
  // A response is of the kind of its request. The file may have been recreated while it was on its way.
  return responses.map((response) =>
    response.catch((error: unknown) => {
      throw indexThread.isReady() ? error : new ApiError('unavailable')
    }),
  ) as Responses<Kinds>
}

const request = async <Kind extends RequestKind>(
  threads: Threads,
  kind: Kind,
  params: SearchRequests[Kind],
): Promise<SearchResponses[Kind]> => requestTogether<[Kind]>(threads, { kind, params })[0]
