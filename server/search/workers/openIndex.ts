import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { Cluster } from '#server/search/opensearch/cluster.ts'
import { openIndexFolder } from '#server/search/storage/connection.ts'
import { limits } from '#shared/limits.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { damagedIndexMessage, type IndexUpdates, trackUpdates } from './indexUpdates.ts'
import { openUpdates } from './indexer.ts'
import type { RequestKind, SearchRequests, SearchResponses } from './searchHandlers.ts'
import type { SearchRequest, SearchResponse } from './searchWorker.ts'
import { superviseThread } from './superviseThread.ts'

type Options = {
  folder: string
  databaseUrl: string
  /** The OpenSearch that has the cases; without it the index file has them. */
  searchUrl?: string | undefined
  /** How many search threads; without one, the process only updates the index. */
  threads: number
  /** Whether this process updates the index when no other one of this machine does; by default yes. */
  mayIndex?: boolean
  /** Of more matches than this the facets are counted by a request of their own. */
  facetsAtOnce?: number
  nearBudget?: number
  /** Called when the index cannot be updated for now; the index thread retries by itself. */
  onError?: (message: string) => void
}

/**
 * Opens the search index: the index file of this machine in `folder`, threads that search it, and what keeps it up to date, a
 * thread of this process or that of another one. The file is the whole embedded index, or the dictionary of the cases in
 * OpenSearch. While it is built for the first time every search is refused as `unavailable`.
 */
export async function openIndex(options: Options): Promise<SearchIndex> {
  const { folder, databaseUrl, searchUrl, mayIndex = true, onError } = options
  const cluster = searchUrl === undefined ? undefined : await openChecked(searchUrl, options)
  const files = openIndexFolder(folder, searchUrl === undefined ? 'search' : 'dictionary')
  const closing = new AbortController()
  const threads = startThreads(files.file, options, closing)
  const { updates, searchThreads } = threads
  const updating = openUpdates(files, updates, { databaseUrl, searchUrl, mayIndex, onError })
  return {
    ...createSearches(threads, options.facetsAtOnce ?? limits.search.facets_at_once),
    waitForRefresh: () => updates.waitFor('all'),
    waitForDeletions: () => updates.waitFor('deletions'),
    deletionsAppliedUpTo: updates.deletionsAppliedUpTo,
    indexedUpTo: updates.indexedUpTo,
    ping: async () => cluster && searchNothing(cluster),
    close: async () => {
      closing.abort()
      await updating.close()
      await Promise.all(searchThreads.map((thread) => thread.stop()))
      await cluster?.close()
    },
  }
}

/** Opens OpenSearch, whose package is loaded only then. While it does not answer, searches are refused as `unavailable`. */
async function openChecked(url: string, { onError }: Pick<Options, 'onError'>) {
  const { openCluster, patienceOfSearches, Unavailable } = await import('#server/search/opensearch/cluster.ts')
  const { checkCluster } = await import('#server/search/opensearch/checkCluster.ts')
  const cluster = openCluster(url, patienceOfSearches)
  try {
    await checkCluster(cluster)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    onError?.(error.message)
  }
  return cluster
}

/** Throws if searches cannot be answered, such as without a manager, or while a shard is missing: any node answers `GET /`. */
const searchNothing = (cluster: Cluster) =>
  cluster.send('POST', `/${cluster.prefix}-*/_search`, { query: { size: 0, allow_partial_search_results: false } })

/** Starts the search threads, and connects the events of the index to them. */
function startThreads(
  file: string,
  { searchUrl, threads, nearBudget = limits.search.near_budget, onError }: Options,
  closing: AbortController,
): Threads {
  const searchThreads = Array.from({ length: threads }, () =>
    startSearchThread(file, {
      searchUrl,
      nearBudget,
      onDamaged: (message) => {
        onError?.(damagedIndexMessage(message))
        updates.rebuild()
      },
      onError,
    }),
  )
  const updates = trackUpdates({
    onError,
    onBuilding: () => {
      for (const thread of searchThreads) thread.reopen()
    },
    onReady: () => {
      for (const thread of searchThreads) thread.refresh()
      if (threads === 0) return
      // An error here repeats in the next search, which reports it.
      request({ searchThreads, updates }, 'words', { limit: warmedWords }).then(
        (words) => warmStemCache(words, closing),
        () => undefined,
      )
    },
  })
  return { searchThreads, updates }
}

type SearchMethods = Omit<
  SearchIndex,
  'waitForRefresh' | 'waitForDeletions' | 'deletionsAppliedUpTo' | 'indexedUpTo' | 'ping' | 'close'
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

/** What is known about the updates of an index, and the threads that search it. */
type Threads = {
  updates: IndexUpdates
  searchThreads: readonly ReturnType<typeof startSearchThread>[]
}

type Requests<Kinds extends RequestKind[]> = { [At in keyof Kinds]: SearchRequest<Kinds[At]> }
type Responses<Kinds extends RequestKind[]> = { [At in keyof Kinds]: Promise<SearchResponses[Kinds[At]]> }

/** Sends the requests together to the search thread with the lowest load. */
function requestTogether<Kinds extends RequestKind[]>(
  { updates, searchThreads }: Threads,
  ...requests: Requests<Kinds>
): Responses<Kinds> {
  const [leastLoaded] = [...searchThreads].sort((one, other) => one.load() - other.load())
  if (!leastLoaded) throw new Error('there are no threads to search with: is SEARCH_THREADS at least 1?')
  const unavailable = () => Promise.reject(new ApiError('unavailable'))
  const responses = updates.isReady() ? leastLoaded.send(requests) : requests.map(unavailable)
  // A response is of the kind of its request. The file may have been recreated while it was on its way.
  return responses.map((response) =>
    response.catch((error: unknown) => {
      throw updates.isReady() ? error : new ApiError('unavailable')
    }),
  ) as Responses<Kinds>
}

const request = async <Kind extends RequestKind>(
  threads: Threads,
  kind: Kind,
  params: SearchRequests[Kind],
): Promise<SearchResponses[Kind]> => requestTogether<[Kind]>(threads, { kind, params })[0]

type PendingRequest = { resolve: (result: SearchResponses[RequestKind]) => void; reject: (error: Error) => void }
type ThreadOptions = {
  /** The OpenSearch that has the cases; without it the index file has them. */
  searchUrl: string | undefined
  nearBudget: number
  onDamaged: (message: string) => void
  onError: ((message: string) => void) | undefined
}

const workers = {
  embedded: new URL('./searchWorker.ts', import.meta.url),
  cluster: new URL('./clusterSearchWorker.ts', import.meta.url),
}

/** Starts a search thread. While it is down, its requests are refused. */
export function startSearchThread(file: string, { searchUrl, nearBudget, onDamaged, onError }: ThreadOptions) {
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  const worker = searchUrl === undefined ? workers.embedded : workers.cluster
  const thread = superviseThread<SearchResponse>(worker, {
    workerData: { file, searchUrl, nearBudget },
    onMessage: ({ id, result, error, damaged, unavailable }) => {
      const request = pending.get(id)
      pending.delete(id)
      if (damaged) onDamaged(error ?? '')
      if (result !== undefined) request?.resolve(result)
      else request?.reject(unavailable ? new ApiError('unavailable') : new Error(error))
    },
    onLost: ({ message }) => {
      onError?.(message)
      for (const { reject } of pending.values()) reject(new ApiError('unavailable'))
      pending.clear()
    },
  })

  return {
    load: () => (thread.isRunning() ? pending.size : Infinity),
    send: (requests: readonly SearchRequest[]) => {
      const numbered = requests.map((request) => ({ ...request, id: (lastId += 1) }))
      const results = numbered.map(
        ({ id }) =>
          new Promise<SearchResponses[RequestKind]>((resolve, reject) => {
            if (thread.isRunning()) pending.set(id, { resolve, reject })
            else reject(new ApiError('unavailable'))
          }),
      )
      thread.post({ requests: numbered })
      return results
    },
    reopen: () => thread.post({ reopen: true }),
    /** Refreshes the column store before it is needed. */
    refresh: () => thread.post({ refresh: true }),
    stop: () => thread.stop({ wait_ms: 0 }),
  }
}

/** The most frequent words: most of what the texts of a library consist of. */
const warmedWords = 30_000

/** A time slice too short to delay a response, and the pause after it. */
const slice_ms = 3
const pause_ms = 10

/**
 * Computes the stems of words in time slices, which memoizes them: the first pages after a start are highlighted as fast
 * as later ones, where most of the time goes into stemming words for the first time.
 */
export async function warmStemCache(words: readonly string[], { signal }: { signal: AbortSignal }) {
  for (let at = 0; at < words.length && !signal.aborted;) {
    const end = performance.now() + slice_ms
    for (; at < words.length && performance.now() < end; at += 1)
      for (const { word } of tokenizeWords(words[at] ?? '')) formsOf(word)
    await sleep(pause_ms, undefined, { ref: false })
  }
}
