import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { type Answered, answers, type Asked, type QuestionKind } from './answers.ts'
import { noColumns, refreshColumns } from './columns.ts'
import type { Library } from './library.ts'
import { keepPostings } from './postings.ts'
import { keepRecent } from './recent.ts'
import { isDamaged, openForReading } from './schema.ts'
import { statement } from './statements.ts'

/** A thread that answers searches. It is asked by `open.ts`. */
export type Question<Kind extends QuestionKind = QuestionKind> = { kind: Kind; asked: Asked[Kind] }
export type Answer = { id: number; answer?: Answered[QuestionKind]; failed?: string; damaged?: boolean }

const { file } = workerData as { file: string }
let library: (Library & { version: unknown }) | undefined

/** What is asked together is answered from one moment, each as soon as it is known. */
type Message = { questions: (Question & { id: number })[] } | { reopen: true } | { refresh: true }

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

const tell = (answer: Answer) => parentPort?.postMessage(answer)

const readAhead = ({ postings }: Current) => postings.readWanted()

/** A step between two questions, until there is nothing left to read. What fails here fails again for whoever asks. */
function warm() {
  try {
    if (library && inSnapshot(readAhead)) setImmediate(warm)
  } catch {
    letGo()
  }
}

/** A file that was begun anew is another file: the old one would answer from the past for ever. */
function letGo() {
  library?.database.close()
  library = undefined
}

type Current = NonNullable<typeof library>

/** All that is read for one answer is of one moment, so that its parts agree. */
function inSnapshot<Result>(work: (current: Current) => Result): Result {
  library ??= openLibrary()
  const { database } = library
  database.exec('begin')
  try {
    const version = statement(database, 'pragma data_version').get()?.['data_version']
    if (version !== library.version) {
      const { stamp } = library.columns
      refreshColumns(database, library.columns)
      library.understood.forget()
      if (library.columns.stamp !== stamp) {
        library.found.forget()
        library.ranked.forget()
      }
    }
    library.version = version
    return work(library)
  } finally {
    if (database.isTransaction) database.exec('rollback')
  }
}

function openLibrary(): Current {
  const [database, columns] = [openForReading(file), noColumns()]
  return {
    database,
    columns,
    postings: keepPostings(database, columns),
    found: keepRecent(16),
    ranked: keepRecent(64),
    understood: keepRecent(16),
    version: undefined,
  }
}

function answerAll(current: Current, questions: readonly (Question & { id: number })[]) {
  for (const { id, kind, asked } of questions) tell({ id, answer: answer(current, kind, asked) })
}

const answer = <Kind extends QuestionKind>(current: Current, kind: Kind, asked: Asked[Kind]): Answered[Kind] =>
  answers[kind](current, asked)

// A thread that is ended keeps nothing by itself.
flushCompileCache()
