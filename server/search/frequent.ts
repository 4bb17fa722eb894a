import type { DatabaseSync } from 'node:sqlite'
import { listFilters } from './facetFilters.ts'
import { holds, type Match, phrase } from './match.ts'
import { facet, type FacetKind, hiddenRow, writtenWord } from './ownWords.ts'
import { matchOfLeaf, signalsOfLeaf } from './signals.ts'
import { statement } from './statements.ts'

/** What is frequent enough that the index keeps its list. */
export type FrequentSizes = {
  /** Fewer cases are found soon enough … */
  least: number
  /** … and of a library one in so many. */
  share: number
  /** So many words, the most frequent, are also listed side by side, each beside each. */
  paired: number
}
export const frequentSizes: FrequentSizes = { least: 4096, share: 64, paired: 64 }

/** What the search may ask for of the most frequent words, and of what is filtered by; a part of it may be rare. */
export function* mayBeFrequent(from: DatabaseSync, least: number, { paired }: FrequentSizes): Generator<Match> {
  yield holds(hiddenRow)
  for (const kind of Object.values(listFilters)) for (const word of frequentFacets(from, kind, least)) yield holds(word)
  const words = frequentWords(from, least)
  for (const [at, word] of words.entries()) {
    yield* askedFor(word)
    for (const written of spellingsOf(from, word, least)) yield holds(writtenWord(written))
    // With those before it, so that the most frequent pairs come first.
    if (at < paired) for (const other of words.slice(0, at + 1)) yield* sideBySide(word, other)
  }
}

/** A word as it is searched and ranked by. */
const askedFor = (word: string): Match[] => {
  const leaf = { kind: 'word', word, start: 0, end: 0 } as const
  return [matchOfLeaf(leaf), ...signalsOfLeaf(leaf).map(({ match }) => match)].flatMap(wordsOf)
}

const wordsOf = (match: Match): readonly Match[] => (match.kind === 'any' ? match.of : [match])

const sideBySide = (one: string, other: string): Match[] =>
  one === other ? [phrase([one, one])] : [phrase([one, other]), phrase([other, one])]

function frequentWords(from: DatabaseSync, least: number): string[] {
  const sql = `
    select word
      from words
     group by word
    having sum(count) >= ?
     order by sum(count) desc, word`
  return from.prepare(sql).all(least).map((row) => String(row['word'])) // prettier-ignore
}

/** Those with dots. */
function spellingsOf(from: DatabaseSync, word: string, least: number): string[] {
  const sql = 'select written from words where word = ? and written <> word and count >= ? order by count desc, written'
  return statement(from, sql).all(word, least).map((row) => String(row['written'])) // prettier-ignore
}

function frequentFacets(from: DatabaseSync, kind: FacetKind, least: number): string[] {
  from.exec(`create virtual table if not exists temp.terms using fts5vocab(main, cases, row)`)
  const sql = 'select term from temp.terms where term >= ? and term < ? and doc >= ? order by doc desc'
  // Behind the digits comes the colon.
  return from.prepare(sql).all(facet(kind, '0'), facet(kind, ':'), least).map((row) => String(row['term'])) // prettier-ignore
}
