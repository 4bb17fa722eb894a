import { documentFrequency } from '#server/search/lexicon/vocabulary.ts'
import { type ColumnStore, maxId } from '#server/search/postings/columnStore.ts'
import {
  allIds,
  countUpTo,
  evaluate,
  isOrdered,
  matchingAmong,
  pageByAge,
} from '#server/search/postings/evaluateQuery.ts'
import { documentCount, type IndexReader, type Matches } from '#server/search/postings/indexReader.ts'
import {
  inFields,
  leafQuery,
  type ScoringSignal,
  scoringSignals,
  scaled,
} from '#server/search/postings/scoringSignals.ts'
import type { RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { type Bitset, bitsetOf, emptyBitset, hasBit } from '#server/search/storage/bitset.ts'
import { addCasesAmong } from '#server/search/storage/blocks/lists.ts'
import { phrase } from '#server/search/storage/ftsQuery.ts'
import { stemTerm } from '#server/search/storage/indexTerms.ts'
import { hasSpellings } from '#server/search/storage/spellings.ts'
import { limits } from '#shared/limits.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { withoutFunctionWords } from '#shared/text/query/question.ts'
import type { Leaf } from '#shared/text/query/tree.ts'
import { topK } from './topK.ts'

/**
 * Top-k ranking: the `limit` best of the matches, the best first. Every scoring signal is a bitset of cases, found without
 * reading them; the score is the sum of the weights.
 */
export function rankCases(
  searcher: IndexReader,
  matches: Matches,
  { rewritten, limit }: { rewritten: RewrittenQuery; limit: number },
): Uint32Array {
  const scores = new Float64Array(32 * matches.bits.length)
  const { full, signals: own } = rewritten
  const weighed = weigh(searcher, rewritten, matches.count > selective ? maxLeaves.many : maxLeaves.few)
  const idfs = new Map(weighed.map(({ leaf, idf }) => ['word' in leaf ? leaf.word : '', idf]))
  const signals = [
    ...own,
    ...scoringSignals(weighed, {
      hasNear: full !== undefined,
      hasSpellings: (word) => hasSpellings(searcher.database, word),
    }),
    ...proximityTerms(searcher, matches, rewritten).flatMap((words) =>
      proximitySignals(words, (word) => idfs.get(word) ?? 1),
    ),
  ]
  for (const signal of signals)
    addWeight(scores, matches.bits, { with: matchesOf(searcher, signal, matches), weight: signal.weight })
  return bestFirst(searcher.columnStore, matches, { scores, limit })
}

/** Adds a weight to the scores of the matches that are in `of` too. */
function addWeight(scores: Float64Array, matches: Bitset, { with: of, weight }: { with: Bitset; weight: number }) {
  for (let at = 0; at < of.length; at += 1)
    for (let rest = (of[at] ?? 0) & (matches[at] ?? 0); rest !== 0; rest &= rest - 1) {
      const id = (at << 5) + 31 - Math.clz32(rest & -rest)
      scores[id] = (scores[id] ?? 0) + weight
    }
}

/** The number of the rarest terms that are scored, fewer for many matches: the others contribute little and cost the same. */
const maxLeaves = { few: 8, many: 4 }

function weigh(searcher: IndexReader, { leaves }: RewrittenQuery, limit: number) {
  const few = rarestLeaves(searcher, withoutFunctionWords(leaves), limit)
  if (few.length < 2) return few.map((leaf) => ({ leaf, idf: 1 }))
  const all = documentCount(searcher)
  return few.map((leaf) => {
    return { leaf, idf: 0.2 + Math.log(1 + all / (frequencyOf(searcher, leaf) + 1)) / 2 }
  })
}

const frequencyOf = (searcher: IndexReader, leaf: Leaf) => countUpTo(searcher.database, leafQuery(leaf))

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
function proximityTerms(searcher: IndexReader, { count }: Matches, { adjacentTerms }: RewrittenQuery): string[][] {
  if (count > selective) return []
  const rows = (words: readonly string[]) =>
    words.reduce((sum, word) => sum + documentFrequency(searcher.database, word, documentCount(searcher)), 0)
  return adjacentTerms.filter((words) => rows(words) <= limits.search.rows_per_query / 2)
}

/** The cases that match a signal; of frequencies and words in order only those among the matches. */
function matchesOf(searcher: IndexReader, signal: ScoringSignal, matches: Matches): Bitset {
  const { database, columnStore } = searcher
  const { ftsQuery, share, newest } = signal
  if (share === undefined && !isOrdered(ftsQuery)) return evaluate(database, ftsQuery)
  const ids =
    newest === undefined
      ? allIds(matches)
      : Uint32Array.from(pageByAge(columnStore, matches, { newest: true, offset: 0, limit: newest })).sort()
  return share === undefined
    ? bitsetOf(matchingAmong(database, ftsQuery, ids), maxId(columnStore))
    : frequentAmong(searcher, signal, ids)
}

/** The cases in which the BM25 weight of the frequency of one of the terms, by the length of the text, is at least `share`. */
function frequentAmong(
  { database, columnStore }: IndexReader,
  { ftsQuery, share = 0 }: ScoringSignal,
  ids: Uint32Array,
): Bitset {
  const { length } = columnStore.values
  const accepts = (frequency: number, id: number) => {
    const expected = 1.2 * (0.25 + (0.75 * (length[id] ?? 0)) / averageLength)
    return frequency / (frequency + expected) >= share
  }
  const terms = ftsQuery.kind === 'any' ? ftsQuery.of : [ftsQuery]
  const bits = emptyBitset(maxId(columnStore))
  for (const one of terms) if (one.kind === 'word') addCasesAmong(database, one.word, ids, bits, accepts)
  return bits
}

/** The number of words of an average judgment. */
const averageLength = 650

/** Above this many matches proximity is not scored: frequent words are near each other everywhere, and it is slow. */
const selective = 5000

/** The highest boost for the level of the court and for recency. */
const boosts = { level: 0.15, recency: 0.1 }
const highestLevel = 5
const recencyHalfLife_days = 3650

/** Recency by age in days, from 1, by half-life; the table ends where it is negligible. */
const recencies = Float64Array.from({ length: 36_525 }, (_, days) => 2 ** (-days / recencyHalfLife_days))
const maxAge_days = recencies.length - 1

/** A case without a closing date has a medium recency. */
const recencyOf = (day: number, today: number) =>
  day === 0 ? 0.5 : (recencies[Math.min(Math.max(today - day, 0), maxAge_days)] ?? 0)

/** Top-k over numbers that combine score and position in time: of equal scores the newer case comes first. */
function bestFirst(
  { chronological: order, values }: ColumnStore,
  { bits, count }: Matches,
  { scores, limit }: { scores: Float64Array; limit: number },
): Uint32Array {
  const today = values.day[order.at(-1) ?? 0] ?? 0
  const keys = new Float64Array(count)
  let size = 0
  for (let at = 0; at < order.length; at += 1) {
    const id = order[at] ?? 0
    if (!hasBit(bits, id)) continue
    const level = (values.level[id] ?? 0) / highestLevel
    const recency = recencyOf(values.day[id] ?? 0, today)
    const score = (1 + (scores[id] ?? 0)) * (1 + boosts.level * level) * (1 + boosts.recency * recency)
    keys[size] = Math.round(score * 2 ** 16) * positions + at
    size += 1
  }
  return Uint32Array.from(topK(keys, limit), (key) => order[key % positions] ?? 0)
}

/** More than there are cases; with the highest scores the combined numbers remain exact. */
const positions = 2 ** 24

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
