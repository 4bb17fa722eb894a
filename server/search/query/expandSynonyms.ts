import { expressionsAt, expressionsOf, longestExpression, type Expression } from '#server/search/lexicon/glossary.ts'
import { documentFrequency } from '#server/search/lexicon/vocabulary.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import { inField, type ScoringSignal } from '#server/search/postings/scoringSignals.ts'
import { allOf, type FtsQuery } from '#server/search/storage/ftsQuery.ts'
import type { Visibility } from '#server/search/types.ts'
import { limits } from '#shared/limits.ts'
import type { Node } from '#shared/text/query/tree.ts'
import { compileQuery, type FieldConfig } from './compileQuery.ts'
import { wordsAt } from './spellingCorrection.ts'

type SynonymOptions = { visibility: Visibility; fields: FieldConfig }

/** A part of a query as its synonyms too. */
type ExpandedPart = {
  node: Node
  /** The number of typed parts that it stands for. */
  length: number
  synonyms: Synonym[]
}

type Synonym = { text: string; ftsQuery: FtsQuery; words: readonly string[] }

/**
 * Query expansion by synonyms, as a graph: a run of parts that is an expression of a ring is also each other expression of it,
 * so that two words can stand for one and one for two. Only expressions that a visible case has are added.
 */
export function expandSynonyms(reader: IndexReader, parts: readonly Node[], options: SynonymOptions): ExpandedPart[] {
  const typed = parts.map(alternativesOf)
  const expanded: ExpandedPart[] = []
  for (let at = 0; at < parts.length;) {
    const found = expressionsAt(typed.slice(at, at + longestExpression()))
    const length = Math.max(1, ...found.map(({ words }) => words.length))
    const run = parts.slice(at, at + length)
    const own = run.length === 1 && run[0] ? run[0] : ({ kind: 'and', of: run } as const)
    const rings = new Set(found.filter(({ words }) => words.length === length).map(({ ring }) => ring))
    const synonyms = synonymsIn(reader, rings, { ...options, typed: typed.slice(at, at + length) })
    const others = synonyms.map(({ words }) => nodeOf(words))
    expanded.push({ node: others.length > 0 ? { kind: 'or', of: [own, ...others] } : own, length, synonyms })
    at += length
  }
  return expanded
}

/** The words that a part may be: a word in Latin letters has several. The meanings of a phrase are words enough. */
function alternativesOf(part: Node): string[] {
  if (part.kind === 'word') return [part.word]
  if (part.kind !== 'or') return []
  const [first, ...others] = part.of.map((leaf) => (leaf.kind === 'word' ? leaf : undefined))
  const isReading = first && others.every((leaf) => leaf?.start === first.start && leaf.end === first.end)
  return isReading ? [first, ...others].flatMap((leaf) => leaf?.word ?? []) : []
}

type RingOptions = SynonymOptions & { typed: readonly (readonly string[])[] }

function synonymsIn(reader: IndexReader, rings: ReadonlySet<number>, options: RingOptions): Synonym[] {
  const typed = new Set(expressionsAt(options.typed))
  return expressionsOf(rings)
    .filter((expression) => !typed.has(expression) && isAffordable(reader, expression))
    .map(({ text, words }) => ({ text, words, ftsQuery: compileQuery(nodeOf(words), options.fields) }))
    .filter(({ ftsQuery }) => hasMatch(reader, ftsQuery, options.visibility))
    .slice(0, maxSynonyms)
}

const maxSynonyms = 5

/** Proximity of frequent words would cost too much. */
const isAffordable = (reader: IndexReader, { words }: Expression) =>
  words.length < 2 ||
  words.length * Math.min(...words.map((word) => documentFrequency(reader.database, word, reader.cases.total()))) <=
    limits.search.near_budget

/** Several words stand in their order or the other, with at most one word between. */
function nodeOf(words: readonly string[]): Node {
  const node = wordsAt(words.join(' '), 0)
  return node.kind === 'and' ? { kind: 'near', of: node.of, distance: 2 } : node
}

/** The signals of synonyms: less than those of typed words, so that cases with these come first. */
export const synonymSignals = ({ words, ftsQuery }: Synonym): ScoringSignal[] => [
  { ftsQuery, weight: 1 },
  ...(['t', 'k'] as const).map((field) => ({
    ftsQuery: allOf(words.map((word) => inField(field, word))),
    weight: 0.8,
  })),
]
