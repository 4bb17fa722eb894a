import type { DatabaseSync } from 'node:sqlite'
import { hasSpellings } from '#server/search/lexicon/vocabulary.ts'
import { leafQuery, leafSignals } from '#server/search/postings/scoringSignals.ts'
import { listFilters } from '#server/search/query/facetFilters.ts'
import { term, type FtsQuery, phrase, exactPhrase } from '#server/search/storage/ftsQuery.ts'
import { facetTerm, type FacetKind, unpublishedTerm, exactTerm } from '#server/search/storage/indexTerms.ts'
import { statement } from '#server/search/storage/statements.ts'

/** What is frequent enough that the index keeps its list. */
export type FrequencyThresholds = {
  /** Fewer cases are found soon enough … */
  least: number
  /** … and of a library one in so many. */
  share: number
  /** So many words, the most frequent, are also listed side by side, each beside each. */
  paired: number
}
export const defaultThresholds: FrequencyThresholds = { least: 4096, share: 64, paired: 64 }

/** What the search may ask for of the most frequent words, and of what is filtered by; a part of it may be rare. */
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
    yield* askedFor(word)
    for (const written of spellings) yield term(exactTerm(written))
  }
  // Each with those before it, so that the most frequent pairs come first; they are many, and every word comes before them.
  for (const [at, one] of spelled.slice(0, paired).entries())
    for (const other of spelled.slice(0, at + 1)) yield* eachOrder(one, other)
}

type SpelledWord = { word: string; spellings: readonly string[] }

const eachOrder = (one: SpelledWord, other: SpelledWord): FtsQuery[] =>
  one === other ? sideBySide(one, one) : [...sideBySide(one, other), ...sideBySide(other, one)]

/** In any spelling, and in each that is frequent where there are several. */
const sideBySide = (one: SpelledWord, other: SpelledWord): FtsQuery[] => [
  phrase([one.word, other.word]),
  ...(one.spellings.length + other.spellings.length === 0 ? [] : spelledPairs(one, other)),
]

const spelledPairs = (one: SpelledWord, other: SpelledWord) =>
  waysOf(one).flatMap((first) => waysOf(other).map((second) => exactPhrase([one.word, other.word], [first, second])))

/** A word that has no spellings is written as it is folded. */
const waysOf = ({ word, spellings }: SpelledWord) => (spellings.length > 0 ? spellings : [word])

/** A word as it is searched and ranked by. */
const askedFor = (word: string): FtsQuery[] => {
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

/** The frequent spellings of a word; none where it is only written as it is folded, for then there is nothing to tell apart. */
function spellingsOf(from: DatabaseSync, word: string, least: number): string[] {
  if (!hasSpellings(from, word)) return []
  const sql = 'select spelling from words where word = ? and count >= ? order by count desc, spelling'
  return statement(from, sql).all(word, least).map((row) => String(row['spelling'])) // prettier-ignore
}

function frequentFacets(from: DatabaseSync, kind: FacetKind, least: number): string[] {
  from.exec(`create virtual table if not exists temp.terms using fts5vocab(main, cases, row)`)
  const sql = 'select term from temp.terms where term >= ? and term < ? and doc >= ? order by doc desc'
  // Behind the digits comes the colon.
  return from.prepare(sql).all(facetTerm(kind, '0'), facetTerm(kind, ':'), least).map((row) => String(row['term'])) // prettier-ignore
}
