import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { type Answered, answers, type Asked, type QuestionKind } from './answers.ts'
import { noColumns, refreshColumns } from './columns.ts'
import type { Library } from './library.ts'
import { rememberFinds } from './remembered.ts'
import { isDamaged, openForReading } from './schema.ts'

/** A thread that answers searches. It is asked by `open.ts`, one question at a time. */
export type Question<Kind extends QuestionKind = QuestionKind> = { kind: Kind; asked: Asked[Kind] }
export type Answer = { id: number; answer?: Answered[QuestionKind]; failed?: string; damaged?: boolean }

const { file } = workerData as { file: string }
let library: (Library & { version: unknown }) | undefined

type Message = { id: number; question: Question } | { reopen: true } | { refresh: true }

parentPort?.on('message', (message: Message) => {
  try {
    if ('reopen' in message) letGo()
    else if ('refresh' in message) inSnapshot(() => undefined)
    else tell({ id: message.id, answer: inSnapshot((current) => ask(current, message.question)) })
  } catch (error) {
    letGo()
    const failed = error instanceof Error ? error.message : String(error)
    if ('id' in message) tell({ id: message.id, failed, damaged: isDamaged(error) })
  }
})

const tell = (answer: Answer) => parentPort?.postMessage(answer)

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
    const version = database.prepare('pragma data_version').get()?.['data_version']
    if (version !== library.version) {
      library.columns = refreshColumns(database, library.columns)
      library.found = rememberFinds(database, library.columns)
    }
    library.version = version
    return work(library)
  } finally {
    if (database.isTransaction) database.exec('rollback')
  }
}

function openLibrary(): Current {
  const [database, columns] = [openForReading(file), noColumns()]
  return { database, columns, found: rememberFinds(database, columns), version: undefined }
}

const ask = <Kind extends QuestionKind>(current: Current, { kind, asked }: Question<Kind>): Answered[Kind] =>
  answers[kind](current, asked)

// A thread that is ended keeps nothing by itself.
flushCompileCache()
