import { documentFrequency, hasSpellings } from '#server/search/lexicon/vocabulary.ts'
import { type ColumnStore, maxId, docKeyOfCase } from '#server/search/postings/columnStore.ts'
import { isCheap, evaluate } from '#server/search/postings/evaluateQuery.ts'
import { documentCount, type IndexReader } from '#server/search/postings/indexReader.ts'
import {
  inFields,
  leafQuery,
  type ScoringSignal,
  scoringSignals,
  scaled,
} from '#server/search/postings/scoringSignals.ts'
import type { RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { type Bitset, bitsetOf, countBits, hasBit, isEmpty } from '#server/search/storage/bitset.ts'
import { allOf, type FtsQuery, phrase, quote, fts } from '#server/search/storage/ftsQuery.ts'
import { type RangedQuery, countUpTo, matchingIds, type DocKeyRange } from '#server/search/storage/ftsSelect.ts'
import { stemTerm } from '#server/search/storage/indexTerms.ts'
import { limits } from '#shared/limits.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import type { Leaf } from '#shared/text/query/tree.ts'
import { topK } from './topK.ts'

type Ranking = { bounds: RangedQuery; rewritten: RewrittenQuery }

/**
 * Cases in the order of their age, the oldest first → the `most` best, the best first. Every signal is a set of cases
 * that is found without looking into them; the scores are added up here.
 */
export function rankCases(
  searcher: IndexReader,
  ids: Uint32Array,
  { most, ...ranking }: Ranking & { most: number },
): Uint32Array {
  const scores = new Float64Array(ids.length)
  const { partial, termsDropped, signals: own } = ranking.rewritten
  const weighed = weigh(searcher, ranking, ids.length > selective ? mostLeaves.many : mostLeaves.few)
  const idfs = new Map(weighed.map(({ leaf, idf }) => ['word' in leaf ? leaf.word : '', idf]))
  const signals = [
    ...own,
    // That a text holds what very many hold says nothing; that a title does says something.
    ...scoringSignals(weighed, { partial, hasSpellings: (word) => hasSpellings(searcher.database, word) }).filter(
      ({ isBroad: broad }) => !termsDropped || !broad,
    ),
    ...proximityTerms(searcher, ids, ranking).flatMap((words) =>
      proximitySignals(words, (word) => idfs.get(word) ?? 1),
    ),
  ]
  for (const signal of signals) {
    const holders = holdersOf(searcher, signal, { ids, ranking })
    // Many speak for nobody: few titles hold the word that was typed.
    if (isEmpty(holders)) continue
    for (let at = 0; at < ids.length; at += 1)
      if (hasBit(holders, ids[at] ?? 0)) scores[at] = (scores[at] ?? 0) + signal.weight
  }
  boost(ids, scores, searcher.columnStore)
  return bestFirst(ids, scores, most)
}

/** So many words of a query, the rarest, are ranked by, fewer where much is found: the others say little, and cost as much each. */
const mostLeaves = { few: 8, many: 4 }

function weigh(searcher: IndexReader, { rewritten }: Ranking, most: number) {
  const few = rarest(searcher, rewritten.leaves, most)
  if (few.length < 2) return few.map((leaf) => ({ leaf, idf: 1 }))
  const all = Math.min(documentCount(searcher), limits.search.ranked)
  return few.map((leaf) => {
    return { leaf, idf: 0.2 + Math.log(1 + all / (casesOf(searcher, leaf) + 1)) / 2 }
  })
}

/** In how many cases a part of a query stands, or as many as are ranked. */
function casesOf(searcher: IndexReader, leaf: Leaf): number {
  const ftsQuery = leafQuery(leaf)
  return isCheap(searcher, ftsQuery)
    ? Math.min(countBits(evaluate(searcher, ftsQuery)), limits.search.ranked)
    : countUpTo(searcher.database, ftsQuery, limits.search.ranked)
}

/** As far as the vocabulary knows: what is no word counts as rare. */
function rarest(searcher: IndexReader, leaves: readonly Leaf[], most: number): readonly Leaf[] {
  if (leaves.length <= most) return leaves
  const counts = new Map(
    leaves.map((leaf) => [
      leaf,
      leaf.kind === 'word' ? documentFrequency(searcher.database, leaf.word, documentCount(searcher)) : 0,
    ]),
  )
  return leaves.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0)).slice(0, most)
}

/** Words that may stand together, where it is soon known whether they do. */
function proximityTerms(searcher: IndexReader, ids: Uint32Array, { rewritten }: Ranking): string[][] {
  if (ids.length > selective) return []
  const rows = (words: readonly string[]) =>
    words.reduce((sum, word) => sum + documentFrequency(searcher.database, word, documentCount(searcher)), 0)
  return rewritten.adjacentTerms.filter((words) => rows(words) <= limits.search.rows_per_query / 2)
}

type Ranked = { ids: Uint32Array; ranking: Ranking }

/** The cases that a signal speaks for, as far as they are ranked. */
function holdersOf(
  searcher: IndexReader,
  { ftsQuery, isBroad: broad, newest }: ScoringSignal,
  { ids, ranking }: Ranked,
): Bitset {
  if (isCheap(searcher, ftsQuery)) return evaluate(searcher, ftsQuery)
  wantWords(searcher, ftsQuery)
  const { bounds, rewritten } = ranking
  // Of a word that may be common only what else matches is wanted, when that is little and soon found again.
  const isBounded = broad && ids.length <= few && rewritten.leaves.length <= 4
  const wanted = isBounded ? allOf([ftsQuery, bounds.ftsQuery]) : ftsQuery
  const found = matchingIds(
    searcher.database,
    wanted,
    rangeOf(searcher.columnStore, newest === undefined ? ids : ids.slice(-newest)),
  )
  return bitsetOf(found, maxId(searcher.columnStore))
}

/** The next who asks finds the lists of words at hand. */
function wantWords({ postings }: IndexReader, ftsQuery: FtsQuery) {
  const parts = ftsQuery.kind === 'any' ? ftsQuery.of : [ftsQuery]
  for (const part of parts) if (part.kind === 'word' && !postings.has(part)) postings.prefetch(part)
}

const rangeOf = (columnStore: ColumnStore, ids: Uint32Array): DocKeyRange => ({
  low: docKeyOfCase(columnStore, ids[0] ?? 0) ?? 0,
  high: docKeyOfCase(columnStore, ids.at(-1) ?? 0) ?? 0,
})

const few = 1500

/** In more matches common words are near each other everywhere, and it takes long to find where. */
const selective = 5000

/** A higher court and a younger judgment count a little more, never more than this. */
const boosts = { level: 0.15, youth: 0.1 }
const highestLevel = 5
const youthHalves_days = 3650

function boost(ids: Uint32Array, scores: Float64Array, { chronological: order, values }: ColumnStore) {
  const today = values.day[order.at(-1) ?? 0] ?? 0
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    const youth = youthOf(values.day[id] ?? 0, today)
    const standing = (values.level[id] ?? 0) / highestLevel
    scores[at] = (1 + (scores[at] ?? 0)) * (1 + boosts.level * standing) * (1 + boosts.youth * youth)
  }
}

/** How young a judgment is of so many days before the youngest, from 1; the table ends where an older one is hardly less. */
const youths = Float64Array.from({ length: 36_525 }, (_, days) => 2 ** (-days / youthHalves_days))
const eldest = youths.length - 1

/** What is not closed stands in the middle. */
const youthOf = (day: number, today: number) =>
  day === 0 ? 0.5 : (youths[Math.min(Math.max(today - day, 0), eldest)] ?? 0)

/** Numbers that hold both the score and where it belongs: of equal scores the younger comes first. */
function bestFirst(ids: Uint32Array, scores: Float64Array, most: number): Uint32Array {
  const keys = new Float64Array(scores.length)
  for (let at = 0; at < keys.length; at += 1) keys[at] = Math.round((scores[at] ?? 0) * 2 ** 16) * 2 ** 15 + at
  return Uint32Array.from(topK(keys, most), (key) => ids[key % 2 ** 15] ?? 0)
}

const most = 6

/** Words that were typed one after the other may stand so, or near each other. `rarity` is that of one word. */
export function proximitySignals(typed: readonly string[], idf: (word: string) => number): ScoringSignal[] {
  const words = typed.slice(0, most)
  if (words.length < 2) return []
  const mean = words.reduce((sum, word) => sum + idf(word), 0) / words.length
  const near = words.map((word) => quote([stemTerm(formsOf(word)[0] ?? word)])).join(' ')
  const pairs = words.slice(1).map((word, index) => phrase([words[index] ?? '', word]))
  const signals = [
    ...inFields(words, { t: 3, p: 4 }),
    ...pairs.map((ftsQuery) => ({ ftsQuery, weight: 2 / pairs.length })),
    // Among `signs` too: to leave that column out takes as long again, and its forms stand in the order of the words.
    { ftsQuery: fts(`(NEAR(${near}, ${12 + words.length}))`), weight: 1.5 },
  ]
  return signals.map((signal) => scaled(signal, mean))
}
