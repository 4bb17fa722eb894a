import { type ColumnStore, maxId } from '#server/search/postings/columnStore.ts'
import { allIds, costOf, evaluate, matchingAmong, pageByAge } from '#server/search/postings/evaluateQuery.ts'
import type { Matches, PostingReader } from '#server/search/postings/indexReader.ts'
import { type ScoringSignal, shareOfFrequency } from '#server/search/postings/scoringSignals.ts'
import type { RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { type Bitset, bitsetOf, emptyBitset } from '#server/search/storage/bitset.ts'
import { addCasesAmong } from '#server/search/storage/blocks/lists.ts'
import { rankingSignals } from './rankingSignals.ts'
import { thresholdOf, topK } from './topK.ts'

/**
 * Top-k ranking: the `limit` best of the matches, the best first. The score is the sum of the weights of the signals, the
 * cheapest first: a case that cannot reach the best by what is left of them is not looked at further (MaxScore).
 */
export function rankCases(
  searcher: PostingReader,
  matches: Matches,
  { rewritten, limit }: { rewritten: RewrittenQuery; limit: number },
): Uint32Array {
  const { columnStore, database } = searcher
  const signals = rankingSignals(searcher, matches.count, rewritten)
    .map((signal) => ({ ...signal, cost: costOf(database, signal.ftsQuery) * (signal.share === undefined ? 1 : 2) }))
    .sort((one, other) => (one.cost === other.cost ? other.weight - one.weight : one.cost - other.cost))
  const scores = new Float64Array(32 * matches.bits.length)
  let candidates = { ...matches, ids: allIds(matches) }
  let left = signals.reduce((sum, { weight }) => sum + weight, 0)
  let tried = Infinity
  for (const signal of signals) {
    if (signal.cost > candidates.count / 2 && left < 0.9 * tried && candidates.count > 2 * limit) {
      candidates = contenders(columnStore, candidates, { scores, left, limit })
      tried = left
    }
    addSignal(searcher, signal, candidates, scores)
    left -= signal.weight
  }
  return bestFirst(columnStore, candidates.ids, { scores, limit })
}

type Candidates = Matches & { ids: Uint32Array }

/** The candidates that may be among the best if all of the weight that is left were added to their score. */
function contenders(
  columnStore: ColumnStore,
  { ids, bits }: Candidates,
  { scores, left, limit }: { scores: Float64Array; left: number; limit: number },
): Candidates {
  const boosts = boostsOf(columnStore, ids)
  const reached = new Float64Array(ids.length)
  for (let at = 0; at < ids.length; at += 1) reached[at] = (1 + (scores[ids[at] ?? 0] ?? 0)) * (boosts[at] ?? 0)
  const least = thresholdOf(reached, limit) - 2 * precision
  const best = new Uint32Array(ids.length)
  let count = 0
  for (let at = 0; at < ids.length; at += 1) {
    if ((reached[at] ?? 0) + left * (boosts[at] ?? 0) < least) continue
    best[count] = ids[at] ?? 0
    count += 1
  }
  const some = best.subarray(0, count)
  return { ids: some, count, bits: bitsetOf(some, 32 * bits.length - 1) }
}

/** Adds the weight of a signal to the scores of the candidates that match it. */
function addSignal(searcher: PostingReader, signal: Costly, candidates: Candidates, scores: Float64Array) {
  const of = matchesOf(searcher, signal, candidates)
  const { bits } = candidates
  for (let at = 0; at < of.length; at += 1)
    for (let rest = (of[at] ?? 0) & (bits[at] ?? 0); rest !== 0; rest &= rest - 1) {
      const id = (at << 5) + 31 - Math.clz32(rest & -rest)
      scores[id] = (scores[id] ?? 0) + signal.weight
    }
}

type Costly = ScoringSignal & { cost: number }

/** The cases that match a signal; of an expensive one only those among the candidates. */
function matchesOf(searcher: PostingReader, signal: Costly, candidates: Candidates): Bitset {
  const { database, columnStore } = searcher
  const { ftsQuery, share, newest, cost } = signal
  if (share === undefined && (cost < 4 * candidates.count || ftsQuery.kind === 'prefix'))
    return evaluate(database, ftsQuery)
  const ids =
    newest === undefined
      ? candidates.ids
      : Uint32Array.from(pageByAge(columnStore, candidates, { newest: true, offset: 0, limit: newest })).sort()
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

/** The factors by court and age. */
function boostsOf({ chronological, values: { day, level } }: ColumnStore, ids: Uint32Array): Float64Array {
  const today = day[chronological.at(-1) ?? 0] ?? 0
  const factors = new Float64Array(ids.length)
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    const recency = recencyOf(day[id] ?? 0, today)
    factors[at] = (1 + boosts.level * ((level[id] ?? 0) / highestLevel)) * (1 + boosts.recency * recency)
  }
  return factors
}

/** Top-k over numbers that combine score and position in time: of equal scores the newer case comes first. */
function bestFirst(
  columnStore: ColumnStore,
  ids: Uint32Array,
  { scores, limit }: { scores: Float64Array; limit: number },
): Uint32Array {
  const { chronological, positions: positionOf } = columnStore
  const factors = boostsOf(columnStore, ids)
  const keys = new Float64Array(ids.length)
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    const score = (1 + (scores[id] ?? 0)) * (factors[at] ?? 0)
    keys[at] = Math.round(score / precision) * positions + (positionOf[id] ?? 0)
  }
  return Uint32Array.from(topK(keys, limit), (key) => chronological[key % positions] ?? 0)
}

/** Scores that differ by less are equal. */
const precision = 2 ** -16

/** More than there are cases; with the highest scores the combined numbers remain exact. */
const positions = 2 ** 24
