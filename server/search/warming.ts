import type { DatabaseSync } from 'node:sqlite'
import { formsOf } from './forms.ts'
import type { Library } from './library.ts'
import { holds } from './match.ts'
import { formWord, oftenWord } from './ownWords.ts'
import { postingSizes } from './postings.ts'

/** A word that stands in fewer cases is found fast enough when it is asked for. */
const leastCases = postingSizes.short
/** The rest is left for what is asked for. */
const room = 0.75 * postingSizes.most_bytes
/** Of so many cases, one must hold it. */
const leastShare = 32

/**
 * Reads the lists of the most frequent words, the most frequent first, one with each step, so that nobody waits for
 * them; ends when there is no more room.
 */
export function* warming(library: Library): Generator<void> {
  const least = Math.max(leastCases, library.columns.order.length / leastShare)
  for (const word of frequentWords(library.database, least))
    for (const part of partsOf(word)) {
      if (library.postings.size() > room) return
      library.postings.of(holds(part))
      yield
    }
}

/** What a search for a word asks for: its forms, how often they stand in a text, and the word as it is typed. */
const partsOf = (word: string) => [
  ...formsOf(word).flatMap((form) => [formWord(form), oftenWord(1, form), oftenWord(2, form)]),
  word,
]

function frequentWords(from: DatabaseSync, least: number): string[] {
  const sql = `
    select word
      from words
     group by word
    having sum(count) >= ?
     order by sum(count) desc`
  return from.prepare(sql).all(least).map((row) => String(row['word'])) // prettier-ignore
}
