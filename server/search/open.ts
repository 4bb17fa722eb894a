import { limits } from '#shared/limits.ts'
import { analyseAhead, mostAhead } from './analyseAhead.ts'
import { ask, askTogether, type Threads } from './ask.ts'
import type { SearchIndex } from './index.ts'
import { startReader } from './readerThread.ts'
import { takeSlot } from './slot.ts'
import { startWriter } from './writerThread.ts'

type Options = {
  folder: string
  databaseUrl: string
  /** How many threads answer. */
  threads: number
  /** Of more matches than this the facets come in an answer of their own. */
  facetsAtOnce?: number
  /** Told when the index cannot be kept true for now; it goes on by itself. */
  onTrouble?: (sentence: string) => void
}

/**
 * Opens the embedded index: a file of this process's own in `folder`, a thread that keeps it true, and threads that
 * answer. While it is built for the first time every search is refused as `unavailable`.
 */
export async function openIndex(options: Options): Promise<SearchIndex> {
  const { folder, facetsAtOnce = limits.search.facets_at_once } = options
  const slot = takeSlot(folder)
  const closing = new AbortController()
  const threads = startThreads(slot.file, options, closing)
  const { writer, readers } = threads
  return {
    ...searchesOf(threads, facetsAtOnce),
    caughtUp: () => writer.askFor('all'),
    takenOut: () => writer.askFor('taken'),
    heardUpTo: writer.heardUpTo,
    close: async () => {
      closing.abort()
      await writer.stop()
      await Promise.all(readers.map((reader) => reader.stop()))
      slot.release()
    },
  }
}

type Started = Pick<Options, 'databaseUrl' | 'threads' | 'onTrouble'>

/** The threads, and what they have to tell each other. */
function startThreads(file: string, { databaseUrl, threads, onTrouble }: Started, closing: AbortController): Threads {
  const readers = Array.from({ length: threads }, () => startReader(file, () => writer.mend()))
  const writer = startWriter(file, databaseUrl, {
    onTrouble,
    onBegun: () => {
      for (const reader of readers) reader.reopen()
    },
    onReady: () => {
      for (const reader of readers) reader.refresh()
      // What fails here fails again for whoever asks, who is told.
      ask({ readers, writer }, 'words', { most: mostAhead }).then(
        (words) => analyseAhead(words, closing),
        () => undefined,
      )
    },
  })
  return { readers, writer }
}

type Searches = Omit<SearchIndex, 'caughtUp' | 'takenOut' | 'heardUpTo' | 'close'>

/** Each search as what a thread is asked. */
const searchesOf = (threads: Threads, facetsAtOnce: number): Searches => ({
  searchCases: (query, paging) => ask(threads, 'cases', { query, paging }),
  searchDivided: (query, paging) => {
    const [page, facets] = askTogether<['cases', 'facets']>(
      threads,
      { kind: 'cases', asked: { query, paging } },
      { kind: 'facets', asked: { query, sight: paging, most: facetsAtOnce } },
    )
    return { page, facets }
  },
  searchPhrases: (text, paging) => ask(threads, 'phrases', { text, paging }),
  countFacets: async (query, sight) => {
    const facets = await ask(threads, 'facets', { query, sight, most: Infinity })
    if (!facets) throw new Error('facets of all matches were left out')
    return facets
  },
  findParties: (text) => ask(threads, 'parties', { text }),
  findBeginnings: (query, sight) => ask(threads, 'beginnings', { query, sight }),
})
