import { documentFrequency } from '#server/search/lexicon/vocabulary.ts'
import { type ColumnStore, maxId } from '#server/search/postings/columnStore.ts'
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
import { allOf, type FtsQuery, phrase } from '#server/search/storage/ftsQuery.ts'
import { type RangedQuery, countUpTo, matchingIds, tableOf } from '#server/search/storage/ftsSelect.ts'
import { stemTerm } from '#server/search/storage/indexTerms.ts'
import { hasSpellings } from '#server/search/storage/spellings.ts'
import { limits } from '#shared/limits.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { withoutFunctionWords } from '#shared/text/query/question.ts'
import type { Leaf } from '#shared/text/query/tree.ts'
import { topK } from './topK.ts'

type Ranking = { bounds: RangedQuery; rewritten: RewrittenQuery }

/**
 * Top-k ranking: from cases in chronological order to the `limit` best, the best first. Every scoring signal is a bitset
 * of cases, found without reading them; the score is the sum of the weights.
 */
export function rankCases(
  searcher: IndexReader,
  ids: Uint32Array,
  { limit, ...ranking }: Ranking & { limit: number },
): Uint32Array {
  const scores = new Float64Array(ids.length)
  const { full, termsDropped, signals: own } = ranking.rewritten
  const weighed = weigh(searcher, ranking, ids.length > selective ? maxLeaves.many : maxLeaves.few)
  const idfs = new Map(weighed.map(({ leaf, idf }) => ['word' in leaf ? leaf.word : '', idf]))
  const signals = [
    ...own,
    // A frequent term says nothing in a text, and something in a title.
    ...scoringSignals(weighed, {
      hasNear: full !== undefined,
      hasSpellings: (word) => hasSpellings(searcher.database, word),
    }).filter(({ isBroad: broad }) => !termsDropped || !broad),
    ...proximityTerms(searcher, ids, ranking).flatMap((words) =>
      proximitySignals(words, (word) => idfs.get(word) ?? 1),
    ),
  ]
  for (const signal of signals) {
    const matches = matchesOf(searcher, signal, { ids, ranking })
    // Many signals match no case: few titles contain the typed word.
    if (isEmpty(matches)) continue
    for (let at = 0; at < ids.length; at += 1)
      if (hasBit(matches, ids[at] ?? 0)) scores[at] = (scores[at] ?? 0) + signal.weight
  }
  boost(ids, scores, searcher.columnStore)
  return bestFirst(ids, scores, limit)
}

/** The number of the rarest terms that are scored, fewer for many matches: the others contribute little and cost the same. */
const maxLeaves = { few: 8, many: 4 }

function weigh(searcher: IndexReader, { rewritten }: Ranking, limit: number) {
  const few = rarestLeaves(searcher, withoutFunctionWords(rewritten.leaves), limit)
  if (few.length < 2) return few.map((leaf) => ({ leaf, idf: 1 }))
  const all = Math.min(documentCount(searcher), limits.search.ranked)
  return few.map((leaf) => {
    return { leaf, idf: 0.2 + Math.log(1 + all / (frequencyOf(searcher, leaf) + 1)) / 2 }
  })
}

/** The document frequency of a leaf, at most the number of ranked cases. */
function frequencyOf(searcher: IndexReader, leaf: Leaf): number {
  const ftsQuery = leafQuery(leaf)
  return isCheap(searcher, ftsQuery)
    ? Math.min(countBits(evaluate(searcher, ftsQuery)), limits.search.ranked)
    : countUpTo(searcher.database, ftsQuery, limits.search.ranked)
}

/** The rarest leaves by the vocabulary; a leaf that is no word counts as rare. */
function rarestLeaves(searcher: IndexReader, leaves: readonly Leaf[], limit: number): readonly Leaf[] {
  if (leaves.length <= limit) return leaves
  const counts = new Map(
    leaves.map((leaf) => [
      leaf,
      leaf.kind === 'word' ? documentFrequency(searcher.database, leaf.word, documentCount(searcher)) : 0,
    ]),
  )
  return leaves.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0)).slice(0, limit)
}

/** The runs of adjacent terms whose proximity can be evaluated quickly. */
function proximityTerms(searcher: IndexReader, ids: Uint32Array, { rewritten }: Ranking): string[][] {
  if (ids.length > selective) return []
  const rows = (words: readonly string[]) =>
    words.reduce((sum, word) => sum + documentFrequency(searcher.database, word, documentCount(searcher)), 0)
  return rewritten.adjacentTerms.filter((words) => rows(words) <= limits.search.rows_per_query / 2)
}

type RankedCases = { ids: Uint32Array; ranking: Ranking }

/** The ranked cases that match a signal. */
function matchesOf(
  searcher: IndexReader,
  { ftsQuery, isBroad: broad, newest }: ScoringSignal,
  { ids, ranking }: RankedCases,
): Bitset {
  if (isCheap(searcher, ftsQuery) || !tableOf(ftsQuery)) return evaluate(searcher, ftsQuery)
  prefetchTerms(searcher, ftsQuery)
  const { bounds, rewritten } = ranking
  const bounded = allOf([ftsQuery, bounds.ftsQuery])
  // For a term that may be frequent, the query itself narrows the search, if it has few matches and is quick to evaluate again.
  const isBounded = broad && ids.length <= few && rewritten.leaves.length <= 4 && tableOf(bounded)
  const found = matchingIds(
    searcher.database,
    isBounded ? bounded : ftsQuery,
    rangeOf(newest === undefined ? ids : ids.slice(-newest)),
  )
  return bitsetOf(found, maxId(searcher.columnStore))
}

/** Queues the posting lists of the terms for the next request. */
function prefetchTerms({ postings }: IndexReader, ftsQuery: FtsQuery) {
  const parts = ftsQuery.kind === 'any' ? ftsQuery.of : [ftsQuery]
  for (const part of parts) if (part.kind === 'word' && !postings.has(part)) postings.prefetch(part)
}

/** Cases of about the same age have ids of about the same size. */
const rangeOf = (ids: Uint32Array) => ({
  first: ids.reduce((one, other) => Math.min(one, other), Infinity),
  last: ids.reduce((one, other) => Math.max(one, other), 0),
})

const few = 1500

/** Above this many matches proximity is not scored: frequent words are near each other everywhere, and it is slow. */
const selective = 5000

/** The highest boost for the level of the court and for recency. */
const boosts = { level: 0.15, recency: 0.1 }
const highestLevel = 5
const recencyHalfLife_days = 3650

function boost(ids: Uint32Array, scores: Float64Array, { chronological: order, values }: ColumnStore) {
  const today = values.day[order.at(-1) ?? 0] ?? 0
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    const recency = recencyOf(values.day[id] ?? 0, today)
    const level = (values.level[id] ?? 0) / highestLevel
    scores[at] = (1 + (scores[at] ?? 0)) * (1 + boosts.level * level) * (1 + boosts.recency * recency)
  }
}

/** Recency by age in days, from 1, by half-life; the table ends where it is negligible. */
const recencies = Float64Array.from({ length: 36_525 }, (_, days) => 2 ** (-days / recencyHalfLife_days))
const maxAge_days = recencies.length - 1

/** A case without a closing date has a medium recency. */
const recencyOf = (day: number, today: number) =>
  day === 0 ? 0.5 : (recencies[Math.min(Math.max(today - day, 0), maxAge_days)] ?? 0)

/** Top-k over numbers that combine score and index: of equal scores the newer case comes first. */
function bestFirst(ids: Uint32Array, scores: Float64Array, limit: number): Uint32Array {
  const keys = new Float64Array(scores.length)
  for (let at = 0; at < keys.length; at += 1) keys[at] = Math.round((scores[at] ?? 0) * 2 ** 16) * 2 ** 15 + at
  return Uint32Array.from(topK(keys, limit), (key) => ids[key % 2 ** 15] ?? 0)
}

const maxProximityWords = 6
/** Two typed words next to each other: more than one of them in a title. */
const adjacent = 4

/** Proximity signals: typed words that are adjacent or near each other in a case. `idf` is that of one word. */
function proximitySignals(typed: readonly string[], idf: (word: string) => number): ScoringSignal[] {
  const words = typed.slice(0, maxProximityWords)
  if (words.length < 2) return []
  const mean = words.reduce((sum, word) => sum + idf(word), 0) / words.length
  const near = words.map((word) => [{ kind: 'phrase', words: [stemTerm(formsOf(word)[0] ?? word)] } as const])
  const pairs = words.slice(1).map((word, index) => phrase([words[index] ?? '', word]))
  const signals = [
    ...inFields(words, { t: 3, p: 4 }),
    ...pairs.map((ftsQuery) => ({ ftsQuery, weight: adjacent })),
    { ftsQuery: { kind: 'near', parts: near, between: 12 + words.length } as const, weight: 1.5 },
  ]
  return signals.map((signal) => scaled(signal, mean))
}
