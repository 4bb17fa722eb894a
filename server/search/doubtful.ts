import type { DatabaseSync } from 'node:sqlite'
import { parseQuery } from '#shared/text/query/parse.ts'
import type { Node, PhraseNode } from '#shared/text/query/tree.ts'
import { caseDialect } from './dialects.ts'
import { countBits, idsOf } from './bits.ts'
import type { Library } from './library.ts'
import { allBut, allOf, anyOf, holds, type Match } from './match.ts'
import { findMatches } from './matching.ts'
import { everywhere } from './enumerate.ts'
import { dottedOnlyWord, writtenWord } from './ownWords.ts'
import { matchOf } from './queryExpression.ts'
import { statement } from './statements.ts'

/** Cases that hold the words of a quoted phrase side by side, of which the index does not know whether with their dots. */
export type Doubtful = { words: string[]; written: string[]; ids: number[] }

/** So many cases are looked at, as many as a page has; of more none is. */
const most = 12
/** A phrase in more cases is not looked at: in some of very many its words are always spelled both ways. */
const few = 4096

/** Words in quotes that every case must hold side by side. */
const phrasesOf = (root: Node | undefined): PhraseNode[] =>
  (root?.kind === 'and' ? root.of : root ? [root] : []).flatMap((part) =>
    part.kind === 'phrase' && part.quoted && part.words.length > 1 ? [part] : [],
  )

/** Whether a query asks for words side by side as they are written. */
export const asksForWritten = (text: string) => phrasesOf(parseQuery(text).root).length > 0

/**
 * The index keeps of a word with dots only that a case holds it, not where. A case that spells one of the words otherwise
 * as well may hold the phrase in another spelling only.
 */
export function findDoubtful(library: Library, text: string): Doubtful[] {
  return phrasesOf(parseQuery(text).root).flatMap((phrase) => {
    const match = matchOf(phrase, caseDialect)
    const otherwise = phrase.words.flatMap((word, at) => spelledOtherwise(library.database, word, phrase.written[at]))
    if (otherwise.length === 0 || countOf(library, match) > few) return []
    const doubtful = anyOf(otherwise.map((other) => other(match)))
    const { bits, count } = findMatches(library, { match: doubtful, ...everywhere })
    return count === 0 || count > most
      ? []
      : [{ words: phrase.words, written: phrase.written, ids: [...idsOf(bits, count)] }]
  })
}

const countOf = (library: Library, match: Match) => countBits(findMatches(library, { match, ...everywhere }).bits)

type Narrow = (match: Match) => Match

/** How a case is known that holds a word in another spelling than this. */
function spelledOtherwise(from: DatabaseSync, word: string, written: string | undefined): Narrow[] {
  const rows = statement(from, 'select written from words where word = ?').all(word)
  const others = rows.map((row) => String(row['written'])).filter((other) => other !== written)
  return others.map((other) =>
    other === word
      ? (match) => allBut(match, [holds(dottedOnlyWord(word))])
      : (match) => allOf([match, holds(writtenWord(other))]),
  )
}
