import { Worker } from 'node:worker_threads'
import { Refusal } from '#server/http/refusal.ts'
import { limits } from '#shared/limits.ts'
import type { Answered, Asked, QuestionKind } from './answers.ts'
import type { SearchIndex } from './index.ts'
import type { Answer, Question } from './reader.ts'
import { takeSlot } from './slot.ts'

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
export async function openIndex({
  folder,
  databaseUrl,
  threads,
  onTrouble,
  ...options
}: Options): Promise<SearchIndex> {
  const { facetsAtOnce = limits.search.facets_at_once } = options
  const slot = takeSlot(folder)
  const readers = Array.from({ length: threads }, () => startReader(slot.file, () => writer.mend()))
  const writer = startWriter(slot.file, databaseUrl, {
    onTrouble,
    onBegun: () => {
      for (const reader of readers) reader.reopen()
    },
    onReady: () => {
      for (const reader of readers) reader.refresh()
    },
  })

  const ask = async <Kind extends QuestionKind>(kind: Kind, asked: Asked[Kind]) => {
    if (!writer.isReady()) throw new Refusal('unavailable')
    // The thread with the fewest questions before this one.
    const [free] = [...readers].sort((one, other) => one.load() - other.load())
    if (!free) throw new Error('there are no threads to search with: is SEARCH_THREADS at least 1?')
    try {
      return await free.ask({ kind, asked })
    } catch (error) {
      // The file was begun anew while the question was on its way.
      throw writer.isReady() ? error : new Refusal('unavailable')
    }
  }
  return {
    searchCases: (query, { facets = false, ...paging }) =>
      ask('cases', { query, paging, facets_up_to: facets ? facetsAtOnce : 0 }),
    searchPhrases: (text, paging) => ask('phrases', { text, paging }),
    countFacets: (query, sight) => ask('facets', { query, sight }),
    findBeginnings: (text, sight) => ask('beginnings', { text, sight }),
    caughtUp: writer.sync,
    close: async () => {
      await writer.stop()
      await Promise.all(readers.map((reader) => reader.stop()))
      slot.release()
    },
  }
}

type Told = { onTrouble: Options['onTrouble']; onBegun: () => void; onReady: () => void }

function startWriter(file: string, databaseUrl: string, { onTrouble, onBegun, onReady }: Told) {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: { file, databaseUrl } })
  const waiting = new Map<number, () => void>()
  let ready = false
  let asked = 0
  worker.on('message', (message: { ready?: true; begun?: true; synced?: number; trouble?: string }) => {
    if (message.ready) {
      ready = true
      onReady()
    }
    if (message.begun) {
      ready = false
      onBegun()
    }
    if (message.trouble !== undefined) onTrouble?.(message.trouble)
    if (message.synced !== undefined) {
      waiting.get(message.synced)?.()
      waiting.delete(message.synced)
    }
  })
  const ended = new Promise<void>((settle) => worker.once('exit', () => settle()))

  return {
    isReady: () => ready,
    /** Makes the index anew: a reader found it damaged. */
    mend: () => {
      ready = false
      worker.postMessage({ damaged: true })
    },
    sync: () =>
      new Promise<void>((settle) => {
        asked += 1
        waiting.set(asked, settle)
        worker.postMessage({ sync: asked })
      }),
    stop: () => {
      worker.postMessage({ stop: true })
      return ended
    },
  }
}

type Waiting = { settle: (answer: Answered[QuestionKind]) => void; fail: (error: Error) => void }

function startReader(file: string, onDamaged: () => void) {
  const worker = new Worker(new URL('./reader.ts', import.meta.url), { workerData: { file } })
  const waiting = new Map<number, Waiting>()
  let asked = 0
  worker.on('message', ({ id, answer, failed, damaged }: Answer) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (damaged) onDamaged()
    if (answer !== undefined) one?.settle(answer)
    else one?.fail(new Error(failed))
  })
  return {
    load: () => waiting.size,
    ask: <Kind extends QuestionKind>(question: Question<Kind>) =>
      new Promise<Answered[Kind]>((settle, fail) => {
        asked += 1
        // An answer is of the kind of its question.
        waiting.set(asked, { settle: settle as Waiting['settle'], fail })
        worker.postMessage({ id: asked, question })
      }),
    reopen: () => worker.postMessage({ reopen: true }),
    /** Reads what cases are counted by before it is needed. */
    refresh: () => worker.postMessage({ refresh: true }),
    stop: () => worker.terminate(),
  }
}
