import { Refusal } from '#server/http/refusal.ts'
import type { Answered, Asked, QuestionKind } from './answers.ts'
import type { Question } from './reader.ts'
import type { startReader } from './readerThread.ts'
import type { startWriter } from './writerThread.ts'

/** The thread that keeps an index true, and those that answer. */
export type Threads = { writer: ReturnType<typeof startWriter>; readers: readonly ReturnType<typeof startReader>[] }

type Together<Kinds extends QuestionKind[]> = { [At in keyof Kinds]: Question<Kinds[At]> }
type Answers<Kinds extends QuestionKind[]> = { [At in keyof Kinds]: Promise<Answered[Kinds[At]]> }

/** Asked together of the thread with the fewest questions before these. */
export function askTogether<Kinds extends QuestionKind[]>(
  { writer, readers }: Threads,
  ...questions: Together<Kinds>
): Answers<Kinds> {
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

export const ask = async <Kind extends QuestionKind>(
  threads: Threads,
  kind: Kind,
  asked: Asked[Kind],
): Promise<Answered[Kind]> => askTogether<[Kind]>(threads, { kind, asked })[0]
