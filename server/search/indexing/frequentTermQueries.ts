import type { DatabaseSync } from 'node:sqlite'
import { hasSpellings } from '#server/search/lexicon/vocabulary.ts'
import { leafQuery, leafSignals } from '#server/search/postings/scoringSignals.ts'
import { listFilters } from '#server/search/query/facetFilters.ts'
import { term, type FtsQuery, phrase, exactPhrase } from '#server/search/storage/ftsQuery.ts'
import { facetTerm, type FacetKind, unpublishedTerm, exactTerm } from '#server/search/storage/indexTerms.ts'
import { statement } from '#server/search/storage/statements.ts'

/** Which terms are frequent enough for a stored posting list. */
export type FrequencyThresholds = {
  /** The least number of cases … */
  least: number
  /** … and the least share of the library, as one in this many. */
  share: number
  /** For this number of the most frequent words, adjacent pairs have stored lists too. */
  paired: number
}
export const defaultThresholds: FrequencyThresholds = { least: 4096, share: 64, paired: 64 }

/** The queries that a search may evaluate for frequent words and filters; some of them may be rare. */
export function* frequentTermQueries(
  from: DatabaseSync,
  least: number,
  { paired }: FrequencyThresholds,
): Generator<FtsQuery> {
  yield term(unpublishedTerm)
  for (const kind of Object.values(listFilters)) for (const word of frequentFacets(from, kind, least)) yield term(word)
  const words = frequentWords(from, least)
  const spelled = words.map((word) => ({ word, spellings: spellingsOf(from, word, least) }))
  for (const { word, spellings } of spelled) {
    yield* queriesOf(word)
    for (const written of spellings) yield term(exactTerm(written))
  }
  // Each word with those before it, so that the most frequent pairs come first, after all single words.
  for (const [at, one] of spelled.slice(0, paired).entries())
    for (const other of spelled.slice(0, at + 1)) yield* eachOrder(one, other)
}

type SpelledWord = { word: string; spellings: readonly string[] }

const eachOrder = (one: SpelledWord, other: SpelledWord): FtsQuery[] =>
  one === other ? sideBySide(one, one) : [...sideBySide(one, other), ...sideBySide(other, one)]

/** In any spelling, and in each frequent one of several. */
const sideBySide = (one: SpelledWord, other: SpelledWord): FtsQuery[] => [
  phrase([one.word, other.word]),
  ...(one.spellings.length + other.spellings.length === 0 ? [] : spelledPairs(one, other)),
]

const spelledPairs = (one: SpelledWord, other: SpelledWord) =>
  waysOf(one).flatMap((first) => waysOf(other).map((second) => exactPhrase([one.word, other.word], [first, second])))

/** A word without other spellings is spelled as its fold. */
const waysOf = ({ word, spellings }: SpelledWord) => (spellings.length > 0 ? spellings : [word])

/** The queries by which a word is searched and ranked. */
const queriesOf = (word: string): FtsQuery[] => {
  const leaf = { kind: 'word', word, start: 0, end: 0 } as const
  return [leafQuery(leaf), ...leafSignals(leaf).map(({ ftsQuery }) => ftsQuery)].flatMap(wordsOf)
}

const wordsOf = (ftsQuery: FtsQuery): readonly FtsQuery[] => (ftsQuery.kind === 'any' ? ftsQuery.of : [ftsQuery])

function frequentWords(from: DatabaseSync, least: number): string[] {
  const sql = `
    select word
      from words
     group by word
    having sum(count) >= ?
     order by sum(count) desc, word`
  return from.prepare(sql).all(least).map((row) => String(row['word'])) // prettier-ignore
}

/** The frequent spellings of a word; none when its only spelling is the fold. */
function spellingsOf(from: DatabaseSync, word: string, least: number): string[] {
  if (!hasSpellings(from, word)) return []
  const sql = 'select spelling from words where word = ? and count >= ? order by count desc, spelling'
  return statement(from, sql).all(word, least).map((row) => String(row['spelling'])) // prettier-ignore
}

function frequentFacets(from: DatabaseSync, kind: FacetKind, least: number): string[] {
  from.exec(`create virtual table if not exists temp.terms using fts5vocab(main, cases, row)`)
  const sql = 'select term from temp.terms where term >= ? and term < ? and doc >= ? order by doc desc'
  // The colon follows the digits in ASCII.
  return from.prepare(sql).all(facetTerm(kind, '0'), facetTerm(kind, ':'), least).map((row) => String(row['term'])) // prettier-ignore
}
