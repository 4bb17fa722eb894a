import { Worker } from 'node:worker_threads'
import { Refusal } from '#server/http/refusal.ts'
import { limits } from '#shared/limits.ts'
import { analyseAhead, mostAhead } from './analyseAhead.ts'
import type { Answered, Asked, QuestionKind } from './answers.ts'
import type { Snapshot } from './changes.ts'
import type { SearchIndex } from './index.ts'
import type { Answer, Question } from './reader.ts'
import { takeSlot } from './slot.ts'
import type { Wanted } from './writer.ts'

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
  const closing = new AbortController()
  const readers = Array.from({ length: threads }, () => startReader(slot.file, () => writer.mend()))
  const writer = startWriter(slot.file, databaseUrl, {
    onTrouble,
    onBegun: () => {
      for (const reader of readers) reader.reopen()
    },
    onReady: () => {
      for (const reader of readers) reader.refresh()
      // What fails here fails again for whoever asks, who is told.
      ask('words', { most: mostAhead }).then(
        (words) => analyseAhead(words, closing),
        () => undefined,
      )
    },
  })

  /** Asked together of the thread with the fewest questions before these. */
  const askTogether = <Kinds extends QuestionKind[]>(...questions: Together<Kinds>): Answers<Kinds> => {
    const [free] = [...readers].sort((one, other) => one.load() - other.load())
    if (!free) throw new Error('there are no threads to search with: is SEARCH_THREADS at least 1?')
    const unavailable = () => Promise.reject(new Refusal('unavailable'))
    const answers = writer.isReady() ? free.ask(questions) : questions.map(unavailable)
    // An answer is of the kind of its question. The file may have been begun anew while it was on its way.
    return answers.map((answer) =>
      answer.catch((error: unknown) => {
        throw writer.isReady() ? error : new Refusal('unavailable')
      }),
    ) as Answers<Kinds>
  }
  const ask = async <Kind extends QuestionKind>(kind: Kind, asked: Asked[Kind]): Promise<Answered[Kind]> =>
    askTogether<[Kind]>({ kind, asked })[0]
  return {
    searchCases: (query, paging) => ask('cases', { query, paging }),
    searchDivided: (query, paging) => {
      const [page, facets] = askTogether<['cases', 'facets']>(
        { kind: 'cases', asked: { query, paging } },
        { kind: 'facets', asked: { query, sight: paging, most: facetsAtOnce } },
      )
      return { page, facets }
    },
    searchPhrases: (text, paging) => ask('phrases', { text, paging }),
    countFacets: async (query, sight) => {
      const facets = await ask('facets', { query, sight, most: Infinity })
      if (!facets) throw new Error('facets of all matches were left out')
      return facets
    },
    findDoubtful: (text) => ask('doubtful', { text }),
    findBeginnings: (query, sight) => ask('beginnings', { query, sight }),
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

type Together<Kinds extends QuestionKind[]> = { [At in keyof Kinds]: Question<Kinds[At]> }
type Answers<Kinds extends QuestionKind[]> = { [At in keyof Kinds]: Promise<Answered[Kinds[At]]> }

type FromWriter = { ready?: true; begun?: true; heard?: Snapshot; done?: number; trouble?: string }
type Told = { onTrouble: Options['onTrouble']; onBegun: () => void; onReady: () => void }

function startWriter(file: string, databaseUrl: string, { onTrouble, onBegun, onReady }: Told) {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: { file, databaseUrl } })
  const waiting = new Map<number, () => void>()
  let ready = false
  let heard: Snapshot | undefined
  let asked = 0
  worker.on('message', (message: FromWriter) => {
    if (message.heard !== undefined) heard = message.heard
    if (message.ready) {
      ready = true
      onReady()
    }
    if (message.begun) {
      ready = false
      onBegun()
    }
    if (message.trouble !== undefined) onTrouble?.(message.trouble)
    if (message.done !== undefined) {
      waiting.get(message.done)?.()
      waiting.delete(message.done)
    }
  })
  const ended = new Promise<void>((settle) => worker.once('exit', () => settle()))

  return {
    isReady: () => ready,
    heardUpTo: () => (ready ? heard : undefined),
    /** Makes the index anew: a reader found it damaged. */
    mend: () => {
      ready = false
      worker.postMessage({ damaged: true })
    },
    /** Resolves when everything, or everything that is to be taken out, was looked for after the call. */
    askFor: (what: Wanted) =>
      new Promise<void>((settle) => {
        asked += 1
        waiting.set(asked, settle)
        worker.postMessage({ await: what, id: asked })
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
    ask: (questions: readonly Question[]) => {
      const numbered = questions.map((question) => ({ ...question, id: (asked += 1) }))
      const answers = numbered.map(
        ({ id }) => new Promise<Answered[QuestionKind]>((settle, fail) => waiting.set(id, { settle, fail })),
      )
      worker.postMessage({ questions: numbered })
      return answers
    },
    reopen: () => worker.postMessage({ reopen: true }),
    /** Reads what cases are counted by before it is needed. */
    refresh: () => worker.postMessage({ refresh: true }),
    stop: () => worker.terminate(),
  }
}
