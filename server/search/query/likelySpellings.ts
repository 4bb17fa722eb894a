import { nearMatchWeights } from '#server/search/lexicon/softMatchWeights.ts'
import { documentFrequency } from '#server/search/lexicon/vocabulary.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import { anyFormOf, type FtsQuery, type ProximityPart } from '#server/search/storage/ftsQuery.ts'
import { stemTerm } from '#server/search/storage/indexTerms.ts'
import type { RelaxedWord, Visibility } from '#server/search/types.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { hasDigit, tokenizeWords } from '#shared/text/language/tokenizer.ts'
import type { Node, WordNode } from '#shared/text/query/tree.ts'
import { expandSynonyms } from './expandSynonyms.ts'
import type { FieldConfig } from './compileQuery.ts'
import { type Likely, nearestWords, similarWords, wordsAt } from './spellingCorrection.ts'

/** A part of a query, and the spellings that near matches may have instead of its word. */
export type ReadPart = {
  node: Node
  likely: readonly Likely[]
  relaxed?: RelaxedWord
  /** Where its spellings stand; undefined for another part than a word. */
  placed: Placed | undefined
}

/** The best forms of some spellings, and the number of cases with them, approximately. */
type Placed = { part: ProximityPart; cases: number }

type ReadOptions = { visibility: Visibility; fields: FieldConfig; /** A case matches in full. */ isFound: boolean }

/**
 * The parts of a query: an unknown word as its synonyms, or else as any of its nearest spellings; another part as it is. When no
 * case matches in full, a known word that stands next to none of its neighbors is also searched as a similar one that does: a
 * slip made another word of it.
 */
export function readParts(reader: IndexReader, parts: readonly Node[], options: ReadOptions): ReadPart[] {
  const read = parts.map((part) => readPart(reader, part, options))
  if (options.isFound) return read
  return read.map((part, at) => {
    const neighbors = [read[at - 1]?.placed, read[at + 1]?.placed].filter((placed) => placed !== undefined)
    return neighbors.length > 0 && part.node.kind === 'word' && !part.relaxed
      ? readKnownWord(reader, { ...part, node: part.node, neighbors }, options)
      : part
  })
}

function readPart(reader: IndexReader, part: Node, options: ReadOptions): ReadPart {
  if (part.kind !== 'word') return { node: part, likely: [], placed: undefined }
  const known = { node: part, likely: [], placed: placedAs(reader, [part.word]) }
  if (isSingleKnownWord(reader, part, options.visibility)) return known
  const node = expandSynonyms(reader, [part], options)[0]?.node ?? part
  if (node !== part) return { ...known, node }
  const likely = nearestWords(reader, part.word, options.visibility)
  return likely.length === 0 ? known : withSpellings(reader, part, likely)
}

/** Whether a query is one word that the library has: it can be neither corrected nor left out. */
export const isSingleKnownWord = (reader: IndexReader, root: Node, visibility: Visibility) =>
  root.kind === 'word' && hasMatch(reader, anyFormOf(root.word), visibility)

type KnownWord = ReadPart & { node: WordNode; neighbors: readonly Placed[] }

function readKnownWord(reader: IndexReader, { neighbors, ...part }: KnownWord, { visibility }: ReadOptions): ReadPart {
  const { node } = part
  const isAdjacent = (written: string) =>
    neighbors.some((neighbor) =>
      nextTo(placedAs(reader, [written]), neighbor).some((ftsQuery) => hasMatch(reader, ftsQuery, visibility)),
    )
  if (hasDigit(node.word) || isAdjacent(node.word)) return part
  const others = similarWords(reader, node.word, visibility).filter(({ written }) => isAdjacent(written))
  if (others.length === 0) return part
  const less = others.map((one) => ({ ...one, likelihood: one.likelihood * nearMatchWeights.otherWord }))
  return withSpellings(reader, node, [{ written: writtenAs(node), likelihood: 1 }, ...less])
}

const writtenAs = ({ word, exact }: WordNode) => exact ?? word

function withSpellings(reader: IndexReader, word: WordNode, likely: readonly Likely[]): ReadPart {
  const spellings = likely.map(({ written }) => written)
  return {
    node: { kind: 'or', of: spellings.map((written) => wordsAt(written, 0)) },
    likely,
    relaxed: { word: writtenAs(word), as: spellings.filter((written) => written !== writtenAs(word)) },
    placed: placedAs(reader, spellings),
  }
}

function placedAs(reader: IndexReader, spellings: readonly string[]): Placed {
  const words = spellings.map((written) => tokenizeWords(written).map(({ word }) => word))
  const rarest = (some: readonly string[]) =>
    Math.min(...some.map((word) => documentFrequency(reader.database, word, reader.cases.total())))
  return {
    part: words.map((some) => ({ kind: 'phrase', words: some.map((word) => stemTerm(formsOf(word)[0] ?? word)) })),
    cases: words.reduce((sum, some) => sum + rarest(some), 0),
  }
}

/** The neighboring parts of a query next to each other, in any of their spellings. */
export const pairsOf = (parts: readonly ReadPart[]): FtsQuery[] =>
  parts.slice(1).flatMap(({ placed }, at) => nextTo(parts[at]?.placed, placed))

/** Two parts next to each other, or with one word between; nothing when both are in more than `maxCases` cases, which would take long. */
const nextTo = (one: Placed | undefined, other: Placed | undefined): FtsQuery[] =>
  one && other && Math.min(one.cases, other.cases) <= maxCases
    ? [{ kind: 'near', parts: [one.part, other.part], between: 1 }]
    : []

const maxCases = 2000
