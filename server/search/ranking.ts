import { limits } from '#shared/limits.ts'
import type { Leaf } from '#shared/text/query/tree.ts'
import { type Bits, bitsOf, countBits, hasBit, isEmpty } from './bits.ts'
import { type Columns, highestId, placeOfCase } from './columns.ts'
import { type Bounds, countUpTo, idsOfMatches, type Range } from './enumerate.ts'
import { highest } from './highest.ts'
import type { Library } from './library.ts'
import { allOf, type Match } from './match.ts'
import { isReady, matching } from './matching.ts'
import { matchOfLeaf, type Signal, signalsOf } from './signals.ts'
import { togetherSignals } from './togetherSignals.ts'
import type { Understanding } from './understand.ts'
import { frequencyOf, hasSpellings } from './vocabulary.ts'

type Ranking = { bounds: Bounds; understanding: Understanding }

/**
 * Cases in the order of their age, the oldest first → the `most` best, the best first. Every signal is a set of cases
 * that is found without looking into them; the scores are added up here.
 */
export function rank(
  library: Library,
  ids: Uint32Array,
  { most, ...ranking }: Ranking & { most: number },
): Uint32Array {
  const scores = new Float64Array(ids.length)
  const { partial, isLightened, signals: own } = ranking.understanding
  const weighed = weigh(library, ranking, ids.length > selective ? mostLeaves.many : mostLeaves.few)
  const rarities = new Map(weighed.map(({ leaf, rarity }) => ['word' in leaf ? leaf.word : '', rarity]))
  const signals = [
    ...own,
    // That a text holds what very many hold says nothing; that a title does says something.
    ...signalsOf(weighed, { partial, hasSpellings: (word) => hasSpellings(library.database, word) }).filter(
      ({ broad }) => !isLightened || !broad,
    ),
    ...nearWords(library, ids, ranking).flatMap((words) => togetherSignals(words, (word) => rarities.get(word) ?? 1)),
  ]
  for (const signal of signals) {
    const holders = holdersOf(library, signal, { ids, ranking })
    // Many speak for nobody: few titles hold the word that was typed.
    if (isEmpty(holders)) continue
    for (let at = 0; at < ids.length; at += 1)
      if (hasBit(holders, ids[at] ?? 0)) scores[at] = (scores[at] ?? 0) + signal.weight
  }
  favour(ids, scores, library.columns)
  return bestFirst(ids, scores, most)
}

/** So many words of a query, the rarest, are ranked by, fewer where much is found: the others say little, and cost as much each. */
const mostLeaves = { few: 8, many: 4 }

function weigh(library: Library, { understanding }: Ranking, most: number) {
  const few = rarest(library, understanding.leaves, most)
  if (few.length < 2) return few.map((leaf) => ({ leaf, rarity: 1 }))
  const all = Math.min(library.columns.order.length, limits.search.ranked)
  return few.map((leaf) => {
    return { leaf, rarity: 0.2 + Math.log(1 + all / (casesOf(library, leaf) + 1)) / 2 }
  })
}

/** In how many cases a part of a query stands, or as many as are ranked. */
function casesOf(library: Library, leaf: Leaf): number {
  const match = matchOfLeaf(leaf)
  return isReady(library, match)
    ? Math.min(countBits(matching(library, match)), limits.search.ranked)
    : countUpTo(library.database, match, limits.search.ranked)
}

/** As far as the vocabulary knows: what is no word counts as rare. */
function rarest(library: Library, leaves: readonly Leaf[], most: number): readonly Leaf[] {
  if (leaves.length <= most) return leaves
  const counts = new Map(leaves.map((leaf) => [leaf, leaf.kind === 'word' ? frequencyOf(library, leaf.word) : 0]))
  return leaves.toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0)).slice(0, most)
}

/** Words that may stand together, where it is soon known whether they do. */
function nearWords(library: Library, ids: Uint32Array, { understanding }: Ranking): string[][] {
  if (ids.length > selective) return []
  const rows = (words: readonly string[]) => words.reduce((sum, word) => sum + frequencyOf(library, word), 0)
  return understanding.together.filter((words) => rows(words) <= limits.search.rows_per_query / 2)
}

type Ranked = { ids: Uint32Array; ranking: Ranking }

/** The cases that a signal speaks for, as far as they are ranked. */
function holdersOf(library: Library, { match, broad, newest }: Signal, { ids, ranking }: Ranked): Bits {
  if (isReady(library, match)) return matching(library, match)
  wantWords(library, match)
  const { bounds, understanding } = ranking
  // Of a word that may be common only what else matches is wanted, when that is little and soon found again.
  const isBounded = broad && ids.length <= few && understanding.leaves.length <= 4
  const wanted = isBounded ? allOf([match, bounds.match]) : match
  const found = idsOfMatches(
    library.database,
    wanted,
    rangeOf(library.columns, newest === undefined ? ids : ids.slice(-newest)),
  )
  return bitsOf(found, highestId(library.columns))
}

/** The next who asks finds the lists of words at hand. */
function wantWords({ postings }: Library, match: Match) {
  const parts = match.kind === 'any' ? match.of : [match]
  for (const part of parts) if (part.kind === 'word' && !postings.has(part)) postings.want(part)
}

const rangeOf = (columns: Columns, ids: Uint32Array): Range => ({
  low: placeOfCase(columns, ids[0] ?? 0) ?? 0,
  high: placeOfCase(columns, ids.at(-1) ?? 0) ?? 0,
})

const few = 1500

/** In more matches common words are near each other everywhere, and it takes long to find where. */
const selective = 5000

/** A higher court and a younger judgment count a little more, never more than this. */
const favours = { level: 0.15, youth: 0.1 }
const highestLevel = 5
const youthHalves_days = 3650

function favour(ids: Uint32Array, scores: Float64Array, { order, values }: Columns) {
  const today = values.day[order.at(-1) ?? 0] ?? 0
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0
    const youth = youthOf(values.day[id] ?? 0, today)
    const standing = (values.level[id] ?? 0) / highestLevel
    scores[at] = (1 + (scores[at] ?? 0)) * (1 + favours.level * standing) * (1 + favours.youth * youth)
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
  return Uint32Array.from(highest(keys, most), (key) => ids[key % 2 ** 15] ?? 0)
}
