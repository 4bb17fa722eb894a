import type { DatabaseSync } from 'node:sqlite'
import { foldText } from '#shared/text/language/fold.ts'
import type { Beginning } from '#server/search/storage/blocks/termPositions.ts'
import { exactTerm, isGenerated } from './indexTerms.ts'
import { statement } from './connection.ts'

/*
 * The index of cases contains words in their exact spelling. A folded word is found as any of its spellings, which `words`
 * has completely: every spelling that differs from its fold.
 */

/** The spellings of a folded word that differ from it. */
const otherSpellings = (database: DatabaseSync, word: string): string[] =>
  statement(database, 'select spelling from words where word = ?')
    .all(word)
    .map((row) => String(row['spelling']))

/** Whether the library has a word in other spellings than its fold. */
export const hasSpellings = (database: DatabaseSync, word: string) =>
  statement(database, 'select 1 from words where word = ? limit 1').get(word) !== undefined

/** The terms of a word; a generated term is one itself. */
export const termsOfWord = (database: DatabaseSync, word: string): readonly string[] =>
  isGenerated(word) ? [word] : [word, ...otherSpellings(database, word)].map(exactTerm)

/** The terms, and the prefixes of terms, that all words with a prefix start with. */
export const beginningsOf = (database: DatabaseSync, word: string): readonly Beginning[] =>
  isGenerated(word) ? [{ word, isWhole: false }] : prefixesOf(database, word)

/** The prefixes of all spellings of words with a folded prefix: few, because only dotted letters differ. */
function prefixesOf(database: DatabaseSync, folded: string): Beginning[] {
  const select = statement(database, 'select spelling from words where word >= ? and word < ?')
  const prefixes = [folded]
  const whole: string[] = []
  for (const row of select.iterate(folded, `${folded}\uffff`)) {
    const spelling = String(row['spelling'])
    if (prefixes.some((known) => spelling.startsWith(known))) continue
    const found = prefixOf(spelling, folded)
    if (found === undefined) whole.push(spelling)
    else prefixes.push(found)
  }
  return [
    ...prefixes.map((word) => ({ word: exactTerm(word), isWhole: false })),
    ...whole.map((word) => ({ word: exactTerm(word), isWhole: true })),
  ]
}

/** The shortest prefix of a spelling whose fold has the folded prefix: so has the fold of every word that starts with it. */
function prefixOf(spelling: string, folded: string): string | undefined {
  for (let length = 1; length <= spelling.length; length += 1)
    if (foldText(spelling.slice(0, length)).startsWith(folded)) return spelling.slice(0, length)
  return undefined
}
