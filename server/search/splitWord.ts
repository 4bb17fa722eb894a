import type { DatabaseSync } from 'node:sqlite'
import { formsOf } from '#shared/text/analyse.ts'
import { countLetters } from '#shared/text/words.ts'
import { isFound, type Sight } from './enumerate.ts'
import { anyOf, type Match, phrase } from './match.ts'
import { formWord } from './ownWords.ts'
import { statement } from './statements.ts'

/** What is shorter is the end of very many words; what is longer is no two words. */
const letters = { fewest: 2, most: 40 }

/** Two words of the library that were typed as one, where they stand side by side. */
export function splitWord(from: DatabaseSync, word: string, sight: Sight): string | undefined {
  const parts = splitsOf(word).find(([one, other]) => isFound(from, sideBySide(one, other), sight))
  return parts?.map((part) => writtenAs(from, part)).join(' ')
}

/** A part ends behind the vowel of its last letter. */
function splitsOf(word: string): [string, string][] {
  const signs = word.length > letters.most ? [] : (word.match(/\P{M}\p{M}*/gu) ?? [])
  const all = signs.map((_, at): [string, string] => [signs.slice(0, at).join(''), signs.slice(at).join('')])
  return all.filter((parts) => parts.every((part) => countLetters(part) >= letters.fewest))
}

const sideBySide = (one: string, other: string): Match =>
  anyOf([phrase([one, other]), phrase([one, other].map((part) => formWord(formsOf(part)[0] ?? part)))])

function writtenAs(from: DatabaseSync, word: string): string {
  const row = statement(from, 'select written from words where word = ? order by count desc limit 1').get(word)
  return row ? String(row['written']) : word
}
