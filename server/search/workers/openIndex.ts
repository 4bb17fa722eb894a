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
  /** How many threads answer. */
  threads: number
  /** Of more matches than this the facets come in an answer of their own. */
  facetsAtOnce?: number
  /** Told when the index cannot be kept true for now; it goes on by itself. */
  onError?: (sentence: string) => void
}

/**
 * Opens the embedded index: a file of this process's own in `folder`, a thread that keeps it true, and threads that
 * answer. While it is built for the first time every search is refused as `unavailable`.
 */
export async function openIndex(options: Options): Promise<SearchIndex> {
  const { folder, facetsAtOnce = limits.search.facets_at_once } = options
  const indexFile = acquireIndexFile(folder)
  const closing = new AbortController()
  const threads = startThreads(indexFile.file, options, closing)
  const { indexThread, searchThreads } = threads
  return {
    ...searchesOf(threads, facetsAtOnce),
    waitForRefresh: () => indexThread.waitFor('all'),
    waitForDeletions: () => indexThread.waitFor('taken'),
    deletionsAppliedUpTo: indexThread.deletionsAppliedUpTo,
    close: async () => {
      closing.abort()
      await indexThread.stop()
      await Promise.all(searchThreads.map((reader) => reader.stop()))
      indexFile.release()
    },
  }
}

type Started = Pick<Options, 'databaseUrl' | 'threads' | 'onError'>

/** The threads, and what they have to tell each other. */
function startThreads(file: string, { databaseUrl, threads, onError }: Started, closing: AbortController): Threads {
  const searchThreads = Array.from({ length: threads }, () => startSearchThread(file, () => indexThread.rebuild()))
  const indexThread = startIndexThread(file, databaseUrl, {
    onError,
    onBegun: () => {
      for (const reader of searchThreads) reader.reopen()
    },
    onReady: () => {
      for (const reader of searchThreads) reader.refresh()
      // What fails here fails again for whoever asks, who is told.
      request({ searchThreads, indexThread }, 'words', { most: warmedWords }).then(
        (words) => warmStemCache(words, closing),
        () => undefined,
      )
    },
  })
  return { searchThreads, indexThread }
}

type Searches = Omit<SearchIndex, 'waitForRefresh' | 'waitForDeletions' | 'deletionsAppliedUpTo' | 'close'>

/** Each search as what a thread is asked. */
const searchesOf = (threads: Threads, facetsAtOnce: number): Searches => ({
  searchCases: (query, paging) => request(threads, 'cases', { query, paging }),
  searchWithFacets: (query, paging) => {
    const [page, facets] = requestTogether<['cases', 'facets']>(
      threads,
      { kind: 'cases', asked: { query, paging } },
      { kind: 'facets', asked: { query, visibility: paging, most: facetsAtOnce } },
    )
    return { page, facets }
  },
  searchPhrases: (parsed, paging) => request(threads, 'phrases', { parsed, paging }),
  countFacets: async (query, visibility) => {
    const facets = await request(threads, 'facets', { query, visibility, most: Infinity })
    if (!facets) throw new Error('facets of all matches were left out')
    return facets
  },
  findPartyNames: (text) => request(threads, 'parties', { text }),
  findCompletions: (query, visibility) => request(threads, 'completions', { query, visibility }),
})

/** The thread that keeps an index true, and those that answer. */
export type Threads = {
  indexThread: ReturnType<typeof startIndexThread>
  searchThreads: readonly ReturnType<typeof startSearchThread>[]
}

type Together<Kinds extends RequestKind[]> = { [At in keyof Kinds]: SearchRequest<Kinds[At]> }
type Answers<Kinds extends RequestKind[]> = { [At in keyof Kinds]: Promise<SearchResponses[Kinds[At]]> }

/** Asked together of the thread with the fewest questions before these. */
export function requestTogether<Kinds extends RequestKind[]>(
  { indexThread, searchThreads }: Threads,
  ...questions: Together<Kinds>
): Answers<Kinds> {
  const [free] = [...searchThreads].sort((one, other) => one.load() - other.load())
  if (!free) throw new Error('there are no threads to search with: is SEARCH_THREADS at least 1?')
  const unavailable = () => Promise.reject(new ApiError('unavailable'))
  const answers = indexThread.isReady() ? free.ask(questions) : questions.map(unavailable)
  // An answer is of the kind of its question. The file may have been begun anew while it was on its way.
  return answers.map((answer) =>
    answer.catch((error: unknown) => {
      throw indexThread.isReady() ? error : new ApiError('unavailable')
    }),
  ) as Answers<Kinds>
}

export const request = async <Kind extends RequestKind>(
  threads: Threads,
  kind: Kind,
  asked: SearchRequests[Kind],
): Promise<SearchResponses[Kind]> => requestTogether<[Kind]>(threads, { kind, asked })[0]
