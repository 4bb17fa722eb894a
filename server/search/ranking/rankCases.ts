import { type ColumnStore, maxId } from '#server/search/postings/columnStore.ts'
import { allIds, evaluate, isOrdered, matchingAmong, pageByAge } from '#server/search/postings/evaluateQuery.ts'
import type { Matches, PostingReader } from '#server/search/postings/indexReader.ts'
import { type ScoringSignal, shareOfFrequency } from '#server/search/postings/scoringSignals.ts'
import type { RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { type Bitset, bitsetOf, emptyBitset, hasBit } from '#server/search/storage/bitset.ts'
import { addCasesAmong } from '#server/search/storage/blocks/lists.ts'
import { rankingSignals } from './rankingSignals.ts'
import { topK } from './topK.ts'

/**
 * Top-k ranking: the `limit` best of the matches, the best first. Every scoring signal is a bitset of cases, found without
 * reading them; the score is the sum of the weights.
 */
export function rankCases(
  searcher: PostingReader,
  matches: Matches,
  { rewritten, limit }: { rewritten: RewrittenQuery; limit: number },
): Uint32Array {
  const scores = new Float64Array(32 * matches.bits.length)
  for (const signal of rankingSignals(searcher, matches.count, rewritten))
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

/** The cases that match a signal; of frequencies and words in order only those among the matches. */
function matchesOf(searcher: PostingReader, signal: ScoringSignal, matches: Matches): Bitset {
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
  { database, columnStore }: PostingReader,
  { ftsQuery, share = 0 }: ScoringSignal,
  ids: Uint32Array,
): Bitset {
  const { length } = columnStore.values
  const accepts = (frequency: number, id: number) => shareOfFrequency(frequency, length[id] ?? 0) >= share
  const terms = ftsQuery.kind === 'any' ? ftsQuery.of : [ftsQuery]
  const bits = emptyBitset(maxId(columnStore))
  for (const one of terms) if (one.kind === 'word') addCasesAmong(database, one.word, ids, bits, accepts)
  return bits
}

/** The highest boost for the level of the court and for recency. */
export const boosts = { level: 0.15, recency: 0.1 }
export const highestLevel = 5
export const recencyHalfLife_days = 3650

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
