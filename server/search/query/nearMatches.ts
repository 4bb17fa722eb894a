import { documentFrequency } from '#server/search/lexicon/vocabulary.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import type { ScoringSignal } from '#server/search/postings/scoringSignals.ts'
import { allOf, anyFormOf, anyOf, type FtsQuery } from '#server/search/storage/ftsQuery.ts'
import { fullRange, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import type { RelaxedWord, Visibility } from '#server/search/types.ts'
import { limits } from '#shared/limits.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { withoutFunctionWords } from '#shared/text/query/question.ts'
import { isLeaf, isNear, type Leaf, type Node } from '#shared/text/query/tree.ts'
import { compileQuery } from './compileQuery.ts'
import type { FieldConfig } from './fieldConfig.ts'
import { expandSynonyms, synonymSignals } from './expandSynonyms.ts'
import { nearestWords, wordsAt } from './spellingCorrection.ts'

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

type NearOptions = { full: FtsQuery; visibility: Visibility; fields: FieldConfig }

/**
 * Soft matching: cases with other words for the same, and, while fewer than a page of cases match all of the query, weighted
 * minimum should match over its parts, and unknown words in the nearest spellings of the library. Undefined when nothing is
 * relaxed. The filters and the order of a search do not count: with them it would change what matches.
 */
export function findNearMatches(reader: IndexReader, root: Node, options: NearOptions): NearMatches | undefined {
  const { full, visibility } = options
  const parts = partsOf(root)
  const expanded = expandSynonyms(reader, parts, options)
  const synonyms = expanded.flatMap((part) => part.synonyms)
  if (synonyms.length === 0 && isKnownWord(reader, root, visibility)) return undefined
  // Without filters the page needs the same matches.
  const count = reader.cases.countRange({ ftsQuery: restrictToVisible(full, visibility), ...fullRange })
  const hasPage = count >= limits.search.page_size
  if (hasPage && (synonyms.length === 0 || count >= limits.search.synonyms_below)) return undefined
  const same = synonyms.length > 0 ? [compileQuery(joinParts(expanded), options.fields)] : []
  const relaxed =
    hasPage || isKnownWord(reader, root, visibility) ? undefined : relax(reader, withoutFunctionWords(parts), options)
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
      ...same.map((ftsQuery) => ({ ftsQuery, weight: allInOtherWords })),
    ],
  }
}

/** More than most of the typed words together. */
const allInOtherWords = 5

const joinParts = (expanded: readonly { node: Node }[]): Node => ({
  kind: 'and',
  of: [...withoutFunctionWords(expanded.map(({ node }) => node))],
})

type Relaxed = Omit<NearMatches, 'synonyms'>

/** Minimum should match over the parts of a query, each as its synonyms or nearest spellings too. */
function relax(reader: IndexReader, all: readonly Node[], options: NearOptions): Relaxed | undefined {
  const { visibility } = options
  const read = rarestOf(reader, all).map((part) => readPart(reader, part, options))
  const relaxed = read.flatMap((one) => one.relaxed ?? [])
  if (all.length === 1 && relaxed.length === 0) return undefined
  const weighed = read
    .flatMap(({ node }) => weigh(reader, { node, ...options }))
    .sort((one, other) => other.weight - one.weight)
  if (weighed.length === 0) return undefined
  const few = minimumShouldMatch(weighed.slice(0, maxParts))
  const ftsQuery =
    countVisible(reader, few, visibility) >= limits.search.page_size ? few : anyOf(weighed.map((part) => part.ftsQuery))
  return {
    ftsQuery,
    relaxed,
    leaves: read.flatMap(({ node }) => firstLeaves(node)),
    signals: relaxed.map(spellingSignal),
  }
}

/** Combinations are made of this many of the rarest parts: more would be too expensive. */
const maxParts = 6

const partsOf = (root: Node): readonly Node[] => (root.kind === 'and' ? root.of : [root])

/** A single word that the library has can be neither corrected nor left out. */
const isKnownWord = (reader: IndexReader, root: Node, visibility: Visibility) =>
  root.kind === 'word' && hasMatch(reader, anyFormOf(root.word), visibility)

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
  if (node.kind === 'not' || isNear(node) || node.kind === 'prefix') return true
  return isLeaf(node) ? node.kind === 'phrase' && node.quoted : node.of.some(isLiteral)
}

const countVisible = (reader: IndexReader, ftsQuery: FtsQuery, visibility: Visibility, limit?: number) =>
  reader.cases.count(restrictToVisible(ftsQuery, visibility), limit)

type ReadPart = { node: Node; relaxed?: RelaxedWord }

/** An unknown word as its synonyms, or else as any of its nearest spellings; another part as it is. */
function readPart(reader: IndexReader, part: Node, options: NearOptions): ReadPart {
  if (part.kind !== 'word' || isKnownWord(reader, part, options.visibility)) return { node: part }
  const node = expandSynonyms(reader, [part], options)[0]?.node ?? part
  if (node !== part) return { node }
  const as = nearestWords(reader, part.word, options.visibility)
  if (as.length === 0) return { node }
  return {
    node: { kind: 'or', of: as.map((text) => wordsAt(text, 0)) },
    relaxed: { word: part.exact ?? part.word, as },
  }
}

/** The leaves of the first alternative of each part. */
function firstLeaves(node: Node): Leaf[] {
  if (isLeaf(node)) return [node]
  const of = [node.of].flat()
  return (node.kind === 'or' ? of.slice(0, 1) : of).flatMap(firstLeaves)
}

/**
 * A part with its inverse document frequency; nothing for one that no case matches, or a third of a large library. The
 * matches of a rare part are counted; a frequent word has the frequency of its spelling.
 */
function weigh(reader: IndexReader, { node, ...options }: { node: Node } & Omit<NearOptions, 'full'>): WeighedPart[] {
  const ftsQuery = compileQuery(node, options.fields)
  const counted = countVisible(reader, ftsQuery, options.visibility, maxCounted)
  const all = reader.cases.total()
  const frequency = node.kind === 'word' ? documentFrequency(reader.database, node.word, all) : 0
  // The vocabulary counts unpublished cases too: they decide nothing about a rare word.
  const count = counted < maxCounted ? counted : Math.max(counted, frequency)
  if (count === 0 || count > Math.max(maxCounted, all / 3)) return []
  return [{ ftsQuery, weight: Math.log(1 + all / count) }]
}

const maxCounted = 1000

type WeighedPart = { ftsQuery: FtsQuery; weight: number }

/** The smallest combinations of parts with at least half of the weight of all. */
function minimumShouldMatch(parts: readonly WeighedPart[]): FtsQuery {
  const least = parts.reduce((sum, { weight }) => sum + weight, 0) / 2
  return anyOf(combinationsOf(parts, least).map((some) => allOf(some.map(({ ftsQuery }) => ftsQuery))))
}

/** The combinations of at least this weight, none of which has a part too many. The heaviest parts come first. */
function combinationsOf(parts: readonly WeighedPart[], least: number): WeighedPart[][] {
  if (least <= rounding) return [[]]
  return parts.flatMap((part, at) =>
    combinationsOf(parts.slice(at + 1), least - part.weight).map((rest) => [part, ...rest]),
  )
}

/** Two parts of the same weight are half of it each. */
const rounding = 1e-9

/** A case with any of the spellings ranks as if the word had been typed so. */
const spellingSignal = ({ as }: RelaxedWord): ScoringSignal => ({
  ftsQuery: anyOf(as.flatMap((text) => tokenizeWords(text).map(({ word }) => anyFormOf(word)))),
  weight: anySpelling,
})

const anySpelling = 1.5
