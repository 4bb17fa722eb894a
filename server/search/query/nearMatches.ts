import { nearMatchWeights } from '#server/search/lexicon/softMatchWeights.ts'
import { documentFrequency, idf } from '#server/search/lexicon/vocabulary.ts'
import type { IndexReader } from '#server/search/postings/indexReader.ts'
import type { ScoringSignal } from '#server/search/postings/scoringSignals.ts'
import { allOf, anyFormOf, anyOf, type FtsQuery } from '#server/search/storage/ftsQuery.ts'
import { fullRange, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import type { RelaxedWord, Visibility } from '#server/search/types.ts'
import { limits } from '#shared/limits.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { withoutFunctionWords } from '#shared/text/query/question.ts'
import { isLeaf, isProximity, type Leaf, type Node } from '#shared/text/query/tree.ts'
import { compileQuery, type FieldConfig } from './compileQuery.ts'
import { expandSynonyms, synonymSignals } from './expandSynonyms.ts'
import { isSingleKnownWord, pairsOf, type ReadPart, readParts } from './likelySpellings.ts'

/** What a query matches approximately, when few cases match all of it. */
export type NearMatches = {
  ftsQuery: FtsQuery
  /** The words that were searched in another spelling. */
  relaxed: RelaxedWord[]
  /** Other words for the same that were searched too. */
  synonyms: string[]
  /** The parts of the query with the most likely spelling of each word, for the ranking. */
  leaves: Leaf[]
  signals: ScoringSignal[]
}

type NearMatchOptions = { full: FtsQuery; visibility: Visibility; fields: FieldConfig }

/**
 * Soft matching: cases with other words for the same, and, while fewer than a page of cases match all of the query, weighted
 * minimum should match over its parts, and unknown words in the nearest spellings of the library. Undefined when nothing is
 * relaxed. The filters and the order of a search do not count: with them it would change what matches.
 */
export function findNearMatches(reader: IndexReader, root: Node, options: NearMatchOptions): NearMatches | undefined {
  const { full, visibility } = options
  const parts = partsOf(root)
  const expanded = expandSynonyms(reader, parts, options)
  const synonyms = expanded.flatMap((part) => part.synonyms)
  if (synonyms.length === 0 && isSingleKnownWord(reader, root, visibility)) return undefined
  // Without filters the page needs the same matches.
  const count = reader.cases.countRange({ ftsQuery: restrictToVisible(full, visibility), ...fullRange })
  const hasPage = count >= limits.search.page_size
  if (hasPage && (synonyms.length === 0 || count >= limits.search.synonyms_below)) return undefined
  const same = synonyms.length > 0 ? [compileQuery(joinParts(expanded), options.fields)] : []
  const relaxed =
    hasPage || isSingleKnownWord(reader, root, visibility)
      ? undefined
      : relax(reader, withoutFunctionWords(parts), { ...options, isFound: count > 0 })
  const ftsQueries = [...same, ...(relaxed ? [relaxed.ftsQuery] : [])]
  if (ftsQueries.length === 0) return undefined
  return {
    ftsQuery: anyOf(ftsQueries),
    relaxed: relaxed?.relaxed ?? [],
    synonyms: [...new Set(synonyms.map(({ text }) => text))],
    leaves: relaxed?.leaves ?? parts.flatMap(firstLeaves),
    signals: [
      ...(relaxed?.signals ?? []),
      ...synonyms.flatMap(synonymSignals),
      ...same.map((ftsQuery) => ({ ftsQuery, weight: allInOtherWords + (relaxed?.total ?? 0) })),
    ],
  }
}

/** More than most of the typed words together. */
const allInOtherWords = 5

const joinParts = (expanded: readonly { node: Node }[]): Node => ({
  kind: 'and',
  of: [...withoutFunctionWords(expanded.map(({ node }) => node))],
})

type Relaxed = Omit<NearMatches, 'synonyms'> & { /** The weight of all parts together. */ total: number }

/** Minimum should match over the parts of a query, each as its synonyms or nearest spellings too. */
function relax(
  reader: IndexReader,
  all: readonly Node[],
  options: NearMatchOptions & { isFound: boolean },
): Relaxed | undefined {
  const { visibility } = options
  const read = readParts(reader, rarestOf(reader, all), options)
  const relaxed = read.flatMap((one) => one.relaxed ?? [])
  if (all.length === 1 && relaxed.length === 0) return undefined
  const weighed = read.map((part) => ({ ...part, ...weigh(reader, part.node, options) }))
  const heaviest = weighed.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight)
  if (heaviest.length === 0) return undefined
  const pairs = pairsOf(read).map((one) => weighPair(reader, one, visibility))
  const least = sumOfWeights(heaviest) / 2
  const few = anyOf([
    minimumShouldMatch(heaviest.slice(0, maxParts)),
    ...pairs.filter(({ weight }) => 2 * weight >= least && weight > 0).map((one) => one.ftsQuery),
  ])
  const ftsQuery =
    countVisible(reader, few, visibility) >= limits.search.page_size
      ? few
      : anyOf(heaviest.map((part) => part.ftsQuery))
  return {
    ftsQuery,
    relaxed,
    total: nearMatchWeights.part * sumOfWeights(heaviest),
    leaves: read.flatMap(likelyLeaves),
    signals: [
      ...weighed.flatMap(presenceSignals),
      ...pairs.map((one) => ({ ...one, weight: nearMatchWeights.pair * one.weight })),
      completeSignal(heaviest),
    ],
  }
}

/** Combinations are made of this many of the rarest parts: more would be too expensive. */
const maxParts = 6

const partsOf = (root: Node): readonly Node[] => (root.kind === 'and' ? root.of : [root])

/** Of many parts the rarest by the vocabulary; a part that is no word counts as rare. */
function rarestOf(reader: IndexReader, parts: readonly Node[]): readonly Node[] {
  if (parts.length <= 2 * maxParts) return parts
  const frequency = (part: Node) =>
    part.kind === 'word' ? documentFrequency(reader.database, part.word, reader.cases.total()) : 0
  const rarest = parts
    .map((part) => ({ part, count: frequency(part) }))
    .sort((one, other) => one.count - other.count)
    .slice(0, 2 * maxParts)
  const remaining = new Set(rarest.map(({ part }) => part))
  return parts.filter((part) => remaining.has(part))
}

/** Whether a query as it was typed has a part that is taken literally: with proximity, NOT, quotes or a star. */
export function isLiteral(node: Node): boolean {
  if (node.kind === 'not' || isProximity(node) || node.kind === 'prefix') return true
  return isLeaf(node) ? node.kind === 'phrase' && node.quoted : node.of.some(isLiteral)
}

const countVisible = (reader: IndexReader, ftsQuery: FtsQuery, visibility: Visibility, limit?: number) =>
  reader.cases.count(restrictToVisible(ftsQuery, visibility), limit)

/** The leaves of the likeliest spelling of a part, and of the next when it is nearly as likely. */
const likelyLeaves = ({ node, likely }: ReadPart): Leaf[] =>
  node.kind === 'or' && (likely[1]?.likelihood ?? 0) > 0.5
    ? node.of.slice(0, 2).flatMap(firstLeaves)
    : firstLeaves(node)

/** The leaves of the first alternative of each part. */
function firstLeaves(node: Node): Leaf[] {
  if (isLeaf(node)) return [node]
  const of = [node.of].flat()
  return (node.kind === 'or' ? of.slice(0, 1) : of).flatMap(firstLeaves)
}

/**
 * The query of a part with its inverse document frequency; 0 for one that no case matches, or a third of a large library. The
 * matches of a rare part are counted; a frequent word has the frequency of its spelling.
 */
function weigh(reader: IndexReader, node: Node, options: NearMatchOptions): Weighed {
  const ftsQuery = compileQuery(node, options.fields)
  const counted = countVisible(reader, ftsQuery, options.visibility, maxCounted)
  const all = reader.cases.total()
  const frequency = node.kind === 'word' ? documentFrequency(reader.database, node.word, all) : 0
  // The vocabulary counts unpublished cases too: they decide nothing about a rare word.
  const count = counted < maxCounted ? counted : Math.max(counted, frequency)
  const isSelective = count > 0 && count <= Math.max(maxCounted, all / 3)
  return { ftsQuery, weight: isSelective ? idfOf(reader, count) : 0 }
}

/** A group is evaluated once for the match and the ranking. */
function weighPair(reader: IndexReader, one: FtsQuery, visibility: Visibility): Weighed {
  const ftsQuery: FtsQuery = { kind: 'any', of: [one] }
  return { ftsQuery, weight: idfOf(reader, countVisible(reader, ftsQuery, visibility)) }
}

const maxCounted = 1000

/** The inverse document frequency of what `count` cases match; 0 of what none does. */
const idfOf = (reader: IndexReader, count: number) => (count > 0 ? idf(reader.cases.total(), count) : 0)

type Weighed = { ftsQuery: FtsQuery; weight: number }

/** The smallest combinations of parts with at least half of the weight of all. */
function minimumShouldMatch(parts: readonly Weighed[]): FtsQuery {
  const least = sumOfWeights(parts) / 2
  return anyOf(combinationsOf(parts, least).map((some) => allOf(some.map(({ ftsQuery }) => ftsQuery))))
}

/** The combinations of at least this weight, none of which has a part too many. The heaviest parts come first. */
function combinationsOf(parts: readonly Weighed[], least: number): Weighed[][] {
  if (least <= rounding) return [[]]
  return parts.flatMap((part, at) =>
    combinationsOf(parts.slice(at + 1), least - part.weight).map((rest) => [part, ...rest]),
  )
}

/** Two parts of the same weight are half of it each. */
const rounding = 1e-9

/** A case that has a part, in the likeliest of its spellings that it has. */
function presenceSignals({ likely, weight, ftsQuery }: ReadPart & Weighed): ScoringSignal[] {
  if (likely.length === 0) return [{ ftsQuery, weight: nearMatchWeights.part * weight }]
  const spelled = likely.map(({ written }) => allOf(tokenizeWords(written).map(({ word }) => anyFormOf(word))))
  return likely.map(({ likelihood }, at) => ({
    ftsQuery: anyOf(spelled.slice(0, at + 1)),
    weight: nearMatchWeights.part * weight * (likelihood - (likely[at + 1]?.likelihood ?? 0)),
  }))
}

/** A case that has all parts, in any of their spellings. */
const completeSignal = (parts: readonly Weighed[]): ScoringSignal => ({
  ftsQuery: allOf(parts.map(({ ftsQuery }) => ftsQuery)),
  weight: nearMatchWeights.complete * sumOfWeights(parts),
})

const sumOfWeights = (parts: readonly Weighed[]) => parts.reduce((sum, { weight }) => sum + weight, 0)
