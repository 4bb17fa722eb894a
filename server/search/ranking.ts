import type { DatabaseSync } from 'node:sqlite'
import { limits } from '#shared/limits.ts'
import type { Leaf } from '#shared/text/query/tree.ts'
import { type Columns, rowsOf } from './columns.ts'
import { type Bounds, countUpTo, placesOf } from './enumerate.ts'
import type { Library } from './library.ts'
import { dayOf } from './schema.ts'
import { matchOfLeaf, type Signal, signalsOf } from './signals.ts'
import { togetherSignals } from './togetherSignals.ts'
import type { Understanding } from './understand.ts'
import { frequencyOf } from './vocabulary.ts'

type Ranking = { bounds: Bounds; understanding: Understanding }

/**
 * The newest matches, at most so many as are ranked, the best first. Every signal is a list of rows that FTS5 finds
 * without looking into them; the scores are added up here.
 */
export function rank(library: Library, places: Float64Array, ranking: Ranking): Float64Array {
  const from = library.database
  const scores = new Float64Array(places.length)
  const { together, partial, signals: own } = ranking.understanding
  const weighed = weigh(library, ranking)
  const rarities = new Map(weighed.map(({ leaf, rarity }) => ['word' in leaf ? leaf.word : '', rarity]))
  const near = places.length <= selective ? together : []
  const signals = [
    ...own,
    ...signalsOf(weighed, { partial }),
    ...near.flatMap((words) => togetherSignals(words, (word) => rarities.get(word) ?? 1)),
  ]
  for (const signal of signals) addSignal(from, { places, scores, signal, ranking })
  favour(places, scores, library.columns)
  return bestFirst(places, scores)
}

/** So many words of a query, the rarest, are ranked by: the others say little, and cost as much each. */
const mostLeaves = 8

function weigh({ database, columns }: Library, { understanding }: Ranking) {
  const few = rarest(database, understanding.leaves, mostLeaves)
  if (few.length < 2) return few.map((leaf) => ({ leaf, rarity: 1 }))
  const all = Math.min(columns.places.length, limits.search.ranked)
  return few.map((leaf) => {
    const matches = countUpTo(database, matchOfLeaf(leaf), limits.search.ranked)
    return { leaf, rarity: 0.2 + Math.log(1 + all / (matches + 1)) / 2 }
  })
}

/** As far as the vocabulary knows: what is no word counts as rare. */
function rarest(from: DatabaseSync, leaves: readonly Leaf[], most: number): readonly Leaf[] {
  if (leaves.length <= most) return leaves
  const counts = new Map(leaves.map((leaf) => [leaf, leaf.kind === 'word' ? frequencyOf(from, leaf.word) : 0]))
  return leaves.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0)).slice(0, most)
}

type Adding = { places: Float64Array; scores: Float64Array; signal: Signal; ranking: Ranking }

function addSignal(from: DatabaseSync, { places, scores, signal, ranking: { bounds } }: Adding) {
  const low = places[0] ?? 0
  const high = places.at(-1) ?? 0
  // Of a word that may be common only what else matches is wanted, when that is little.
  const match = signal.broad && places.length <= few ? `(${signal.match}) AND (${bounds.match})` : signal.match
  const holders = placesOf(from, { match, low, high })
  for (let at = 0, holder = 0; at < places.length && holder < holders.length;) {
    const difference = (places[at] ?? 0) - (holders[holder] ?? 0)
    if (difference === 0) scores[at] = (scores[at] ?? 0) + signal.weight
    if (difference <= 0) at += 1
    if (difference >= 0) holder += 1
  }
}

const few = 500

/** In more matches common words are near each other everywhere, and it takes long to find where. */
const selective = 5000

/** A higher court and a younger judgment count a little more, never more than this. */
const favours = { level: 0.15, youth: 0.1 }
const highestLevel = 5
const youthHalves_days = 3650

function favour(places: Float64Array, scores: Float64Array, columns: Columns) {
  const { level } = columns.values
  const today = dayOf(columns.places.at(-1) ?? 0)
  for (const [at, row] of rowsOf(columns, places).entries()) {
    const day = dayOf(places[at] ?? 0)
    const youth = day === 0 ? 0.5 : 2 ** (-(today - day) / youthHalves_days)
    const standing = (level[row] ?? 0) / highestLevel
    scores[at] = (1 + (scores[at] ?? 0)) * (1 + favours.level * standing) * (1 + favours.youth * youth)
  }
}

/** Sorted as numbers that hold both the score and where it belongs: of equal scores the younger comes first. */
function bestFirst(places: Float64Array, scores: Float64Array): Float64Array {
  const keys = Float64Array.from(scores, (score, at) => Math.round(score * 2 ** 16) * 2 ** 15 + at)
  keys.sort().reverse()
  return keys.map((key) => places[key % 2 ** 15] ?? 0)
}
