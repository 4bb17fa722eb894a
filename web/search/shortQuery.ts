import { snapToLetter } from '#shared/text/words.ts'

/** So many letters of a query are repeated where it is named; a passage may have thousands. */
const shown = 160

/** A query as it is named in a sentence: the beginning of a long one, never cut inside a letter with its vowel. */
export function shortQuery(q: string): string {
  return q.length <= shown ? q : `${q.slice(0, snapToLetter(q, shown)).trimEnd()}…`
}
