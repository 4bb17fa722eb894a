import type { DatabaseSync } from 'node:sqlite'
import { type ColumnStore, maxId } from '#server/search/postings/columnStore.ts'
import { allIds, costOf, evaluate, matchingAmong, pageByAge } from '#server/search/postings/evaluateQuery.ts'
import type { Matches, PostingReader } from '#server/search/postings/indexReader.ts'
import { leastFrequency, type ScoringSignal } from '#server/search/postings/scoringSignals.ts'
import type { RewrittenQuery } from '#server/search/query/rewriteQuery.ts'
import { type Bitset, bitsetOf, countBits, emptyBitset, intersect } from '#server/search/storage/bitset.ts'
import { addFrequentCases } from '#server/search/storage/blocks/lists.ts'
import { rankingSignals } from './rankingSignals.ts'

/**
 * Top-k ranking by relevance: the `limit` best of the matches, the best first. The score is the sum of the weights of the signals, the
 * cheapest first: a case that cannot reach the best by what is left of them is not looked at further (MaxScore).
 */
export function rankCases(
  searcher: PostingReader,
  matches: Matches,
  { rewritten, limit }: { rewritten: RewrittenQuery; limit: number },
): Uint32Array {
  const { columnStore, database } = searcher
  const signals = rankingSignals(searcher, matches.count, rewritten)
    .map((signal) => ({ ...signal, cost: costOfSignal(database, signal) }))
    .sort((one, other) => (one.cost === other.cost ? other.weight - one.weight : one.cost - other.cost))
  const scores = emptyScores(32 * matches.bits.length)
  let candidates: Candidates = { ...matches, ids: allIds(matches) }
  let left = signals.reduce((sum, { weight }) => sum + weight, 0)
  let tried = Infinity
  const frequent: FrequentCases = new Map()
  for (const signal of signals) {
    if (signal.cost > candidates.count / 2 && left < 0.9 * tried && candidates.count > 2 * limit) {
      candidates = contenders(columnStore, candidates, { scores, left, limit })
      tried = left
    }
    addWeight(scores, candidates.bits, {
      with: matchesOf(searcher, signal, { matches, candidates, frequent }),
      weight: signal.weight,
    })
    left -= signal.weight
  }
  return bestFirst(columnStore, candidates.ids, { scores, limit })
}

/** Reused: an array for each search would make most of the garbage of a search thread. */
let [scoresOfIds, lowestOf] = [new Float64Array(0), new Float64Array(0)]

function emptyScores(size: number): Float64Array {
  if (scoresOfIds.length < size) scoresOfIds = new Float64Array(size)
  return scoresOfIds.fill(0, 0, size)
}

/** Leads come first: without them nearly every case may be among the best. */
const costOfSignal = (database: DatabaseSync, { ftsQuery, share, leads }: ScoringSignal) =>
  leads === undefined ? costOf(database, ftsQuery) * (share === undefined ? 1 : 2) : -1

type Candidates = Matches & { ids: Uint32Array }

/** The candidates that may be among the best if all of the weight that is left were added to their score. */
function contenders(
  columnStore: ColumnStore,
  { ids, bits }: Candidates,
  { scores, left, limit }: { scores: Float64Array; left: number; limit: number },
): Candidates {
  if (lowestOf.length < ids.length) lowestOf = new Float64Array(2 * ids.length)
  const boosts = boostsOf(columnStore)
  const lowest = boosted(boosts, ids, { scores, into: lowestOf })
  const least = thresholdOf(lowest, limit) - 2 * precision
  const best = new Uint32Array(ids.length)
  let count = 0
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    if ((lowest[at] ?? 0) + left * (boosts[id] ?? 0) < least) continue
    best[count] = id
    count += 1
  }
  const some = best.subarray(0, count)
  return { ids: some, count, bits: bitsetOf(some, 32 * bits.length - 1) }
}

/** Adds a weight to the scores of the candidates that are in `of` too. */
function addWeight(scores: Float64Array, candidates: Bitset, { with: of, weight }: { with: Bitset; weight: number }) {
  for (let at = 0; at < of.length; at += 1)
    for (let rest = (of[at] ?? 0) & (candidates[at] ?? 0); rest !== 0; rest &= rest - 1) {
      const id = (at << 5) + 31 - Math.clz32(rest & -rest)
      scores[id] = (scores[id] ?? 0) + weight
    }
}

/** The cases that match a signal; of an expensive one only those among the candidates, or the newest matches. */
function matchesOf(
  searcher: PostingReader,
  { cost, ...signal }: ScoringSignal & { cost: number },
  { matches, candidates, frequent }: { matches: Matches; candidates: Candidates; frequent: FrequentCases },
): Bitset {
  const { database, columnStore } = searcher
  const { ftsQuery, share, newest, leads } = signal
  if (leads !== undefined) return leadsOf(searcher, { ...signal, leads }, matches)
  if (share === undefined && cost < 4 * candidates.count) return evaluate(database, ftsQuery)
  const ids =
    newest === undefined
      ? candidates.ids
      : Uint32Array.from(pageByAge(columnStore, matches, { newest: true, offset: 0, limit: newest })).sort()
  if (share === undefined) return bitsetOf(matchingAmong(database, ftsQuery, ids), maxId(columnStore))
  const key = JSON.stringify(ftsQuery)
  const known = frequent.get(key)
  const bits = frequentAmong(searcher, signal, known && known.share <= share ? known : candidates)
  frequent.set(key, { share, bits, count: countBits(bits) })
  return bits
}

/** The candidates in which a term has a frequency: those with a higher one are among them. */
type FrequentCases = Map<string, Matches & { share: number }>

function leadsOf(
  { database, columnStore }: PostingReader,
  { ftsQuery, share, leads }: ScoringSignal & { leads: number },
  matches: Matches,
): Bitset {
  const both =
    share === undefined
      ? evaluate(database, ftsQuery).slice()
      : frequentAmong({ database, columnStore }, { ftsQuery, weight: 0, share }, matches)
  intersect(both, matches.bits)
  const found = { bits: both, count: countBits(both) }
  const ids = pageByAge(columnStore, found, { newest: true, offset: 0, limit: leads })
  return bitsetOf(Uint32Array.from(ids).sort(), maxId(columnStore))
}

/** The cases in which the BM25 weight of the frequency of one of the terms, by the length of the text, is at least `share`. */
function frequentAmong(
  { database, columnStore }: Pick<PostingReader, 'database' | 'columnStore'>,
  { ftsQuery, share = 0 }: ScoringSignal,
  { bits: candidates, count }: Matches,
): Bitset {
  const least = leastFrequencies(columnStore, share)
  const terms = ftsQuery.kind === 'any' ? ftsQuery.of : [ftsQuery]
  const bits = emptyBitset(maxId(columnStore))
  for (const one of terms)
    if (one.kind === 'word') addFrequentCases(database, one.word, { candidates, count, least }, bits)
  return bits
}

/** The lowest frequency whose BM25 weight is at least `share`, by id. */
function leastFrequencies(columnStore: ColumnStore, share: number): Uint32Array {
  const { stamp, values } = columnStore
  const known = knownFrequencies.get(columnStore)
  const byShare = known?.stamp === stamp ? known.byShare : new Map<number, Uint32Array>()
  knownFrequencies.set(columnStore, { stamp, byShare })
  const byId = byShare.get(share) ?? values.length.map((length) => leastFrequency(share, length))
  byShare.set(share, byId)
  return byId
}

const knownFrequencies = new WeakMap<ColumnStore, { stamp: number; byShare: Map<number, Uint32Array> }>()

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

/** The product of the boosts for court and age, by id. */
function boostsOf(columnStore: ColumnStore): Float64Array {
  const { stamp, chronological, values } = columnStore
  const known = computedBoosts.get(columnStore)
  if (known?.stamp === stamp) return known.byId
  const { day, level } = values
  const today = day[chronological.at(-1) ?? 0] ?? 0
  const byId = new Float64Array(day.length)
  for (let id = 0; id < day.length; id += 1) {
    const byLevel = 1 + boosts.level * ((level[id] ?? 0) / highestLevel)
    byId[id] = byLevel * (1 + boosts.recency * recencyOf(day[id] ?? 0, today))
  }
  computedBoosts.set(columnStore, { stamp, byId })
  return byId
}

const computedBoosts = new WeakMap<ColumnStore, { stamp: number; byId: Float64Array }>()

/** The scores times the boosts: the beginning of `into`. */
function boosted(
  byId: Float64Array,
  ids: Uint32Array,
  { scores, into }: { scores: Float64Array; into: Float64Array },
): Float64Array {
  const results = into.subarray(0, ids.length)
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    results[at] = (1 + (scores[id] ?? 0)) * (byId[id] ?? 0)
  }
  return results
}

/** Top-k over numbers that combine score and position in time: of equal scores the newer case comes first. */
function bestFirst(
  columnStore: ColumnStore,
  ids: Uint32Array,
  { scores, limit }: { scores: Float64Array; limit: number },
): Uint32Array {
  const { chronological, ranks } = columnStore
  const keys = boosted(boostsOf(columnStore), ids, { scores, into: new Float64Array(ids.length) })
  for (let at = 0; at < ids.length; at += 1)
    keys[at] = Math.round((keys[at] ?? 0) / precision) * maxCases + (ranks[ids[at] ?? 0] ?? 0)
  return Uint32Array.from(topK(keys, limit), (key) => chronological[key % maxCases] ?? 0)
}

/** Scores that differ by less are equal. */
const precision = 2 ** -16

/** More than there are cases; with the highest scores the combined numbers remain exact. */
const maxCases = 2 ** 24

const slots = 4096

/** Top-k: the `k` highest numbers, the highest first. Only those from a threshold on are sorted. */
export function topK(numbers: Float64Array, k: number): Float64Array {
  const least = thresholdOf(numbers, k)
  const highest = new Float64Array(numbers.length)
  let size = 0
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0
    if (number < least) continue
    highest[size] = number
    size += 1
  }
  return highest.subarray(0, size).sort().reverse().subarray(0, k)
}

/** A number that at least `k` of the numbers reach, found by a histogram; the lowest number if there are fewer. */
function thresholdOf(numbers: Float64Array, k: number): number {
  let [low, high] = [Infinity, -Infinity]
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0
    if (number < low) low = number
    if (number > high) high = number
  }
  if (numbers.length <= k || low === high) return low
  const scale = (slots - 1) / (high - low)
  const counts = new Uint32Array(slots)
  for (let at = 0; at < numbers.length; at += 1) {
    const slot = (((numbers[at] ?? 0) - low) * scale) | 0
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  let slot = slots
  for (let count = 0; count < k && slot > 0; count += counts[slot] ?? 0) slot -= 1
  // A slot begins a little lower than by its number: the division rounds.
  return low + (slot - 0.001) / scale
}
