import type { PhraseMeaning } from '#server/search/lexicon/phraseNames.ts'
import { documentFrequency } from '#server/search/lexicon/vocabulary.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import type { ScoringSignal } from '#server/search/postings/scoringSignals.ts'
import { anyOf, type FtsQuery, phrase, term } from '#server/search/storage/ftsQuery.ts'
import { fullRange, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import { caseNumberTerm } from '#server/search/storage/indexTerms.ts'
import type { LruCache } from '#server/search/storage/lruCache.ts'
import type { CaseQuery, RelaxedWord, Visibility } from '#server/search/types.ts'
import type { Entity } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import type { RepairCode } from '#shared/text/query/repairs.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import { isProximity, type Leaf, type ProximityNode, type Node, type ParsedQuery } from '#shared/text/query/tree.ts'
import { caseFields, compileApproximateProximity, compileQuery } from './compileQuery.ts'
import { expandLatinWords, loanMeanings } from './expandLatinWords.ts'
import {
  expandPhrases,
  hasMeaning,
  type PhraseExpansion,
  queriesOfFurtherSenses,
  signalsOfTerm,
} from './expandPhrases.ts'
import { courtQueries, findEntity } from './findEntity.ts'
import { joinCompounds, joinLatinNames } from './joinedWords.ts'
import { findNearMatches, isLiteral, type NearMatches } from './nearMatches.ts'

/** Query rewriting: from the typed words to the query of the index and the terms of the ranking. */
export type RewrittenQuery = {
  /** Undefined when there are no words. With near matches: what is matched in full or nearly. */
  ftsQuery: FtsQuery | undefined
  /** What is matched in full, when there are near matches too. */
  full: FtsQuery | undefined
  /** The words that near matches have in another spelling; null without near matches. */
  relaxed: RelaxedWord[] | null
  leaves: Leaf[]
  /** Runs of folded words that may be adjacent, in typed or expanded order. */
  adjacentTerms: string[][]
  /** Further scoring signals. */
  signals: ScoringSignal[]
  /** Words that were searched in addition to those that were typed, as shown to the user. */
  understood: string | null
  /** All folded words that were searched in addition, to highlight, and expressions of adjacent ones. */
  marks: string[]
  /** Why expensive proximity was not evaluated. */
  repairs: RepairCode[]
  /** The court, judge or party whose name the whole query is. */
  entity: Entity | null
}

const nothing: RewrittenQuery = {
  ftsQuery: undefined,
  full: undefined,
  relaxed: null,
  leaves: [],
  adjacentTerms: [],
  signals: [],
  understood: null,
  marks: [],
  repairs: [],
  entity: null,
}

/** Rewritten queries, shared by the page and its facets. `nearBudget`: the cost of proximity that a query may have. */
export type QueryRewriter = { rewriteCache: LruCache<RewrittenQuery>; nearBudget: number }

export type Rewriter = IndexReader & QueryRewriter

/** Query rewriting, cached by visibility: the result is the same for all users with the same permissions. */
export function rewriteQuery(searcher: Rewriter, { parsed }: CaseQuery, visibility: Visibility): RewrittenQuery {
  if (!parsed?.root) return nothing
  const { root } = parsed
  return searcher.rewriteCache.getOrCompute(cacheKey(parsed, root, visibility), () => ({
    ...rewriteParsed(searcher, parsed, root, visibility),
    entity: findEntity(searcher, parsed.text, visibility),
  }))
}

/** The text alone is no cache key: what is a case number depends on the court codes at the time of parsing. */
const cacheKey = ({ text }: ParsedQuery, root: Node, { unpublished }: Visibility) =>
  JSON.stringify([unpublished, text, leavesOf(root).filter(({ kind }) => kind === 'number')])

function rewriteParsed(searcher: Rewriter, parsed: ParsedQuery, root: Node, visibility: Visibility): RewrittenQuery {
  const { text, terms } = parsed
  const passage = passageOf(searcher, parsed, visibility)
  if (passage) return passage
  const isExact = parsed.hasAnd === true || isLiteral(root)
  return rewriteTree(searcher, root, { text, terms, visibility, isExact })
}

/**
 * The cost of proximity is known before it is evaluated: it is looked for in the cases that match everything else, at the
 * positions of its words. The dearest nodes beyond the budget become AND, or leave no case out under NOT, so that a case is
 * rather found than missed.
 */
function relaxProximity(searcher: Rewriter, root: Node) {
  let spent = 0
  const relaxed = proximitiesIn(root)
    .map((use) => ({ ...use, cost: costOfProximity(searcher, use) }))
    .sort((one, other) => one.cost - other.cost)
    .filter(({ cost }) => (spent += cost) > searcher.nearBudget)
  const [leftOut, wanted] = [
    relaxed.filter(({ isLeftOut }) => isLeftOut),
    relaxed.filter(({ isLeftOut }) => !isLeftOut),
  ]
  return {
    root: relaxed.length > 0 ? withoutProximity(root, new Set(relaxed.map(({ near }) => near)), false) : root,
    signals: [...new Set(wanted.map(({ near }) => near))].slice(0, maxNear).map(proximitySignal),
    repairs: [
      ...wanted.slice(0, 1).map(() => 'near-frequent' as const),
      ...leftOut.slice(0, 1).map(() => 'not-near-frequent' as const),
    ],
  }
}

/** `others`: what else all cases match in which it is looked for, words only. */
type ProximityUse = { near: ProximityNode; isLeftOut: boolean; others: readonly Node[] }

function proximitiesIn(node: Node, isLeftOut = false, others: readonly Node[] = []): ProximityUse[] {
  if (isProximity(node)) return [{ near: node, isLeftOut, others }]
  if (node.kind === 'not') return proximitiesIn(node.of, !isLeftOut, others)
  if (node.kind === 'or') return node.of.flatMap((part) => proximitiesIn(part, isLeftOut, others))
  if (node.kind !== 'and') return []
  // NOT of all parts leaves a case out that has none of some part.
  const words = isLeftOut ? [] : node.of.filter(hasWordsOnly)
  return node.of.flatMap((part) => proximitiesIn(part, isLeftOut, [...others, ...words]))
}

const hasWordsOnly = (node: Node): boolean =>
  node.kind === 'and' || node.kind === 'or' ? node.of.every(hasWordsOnly) : node.kind === 'word'

const costOfProximity = ({ cases }: Rewriter, { near: { of }, others }: ProximityUse) =>
  of.length * cases.count(compileQuery({ kind: 'and', of: [...of, ...others] }, caseFields))

function withoutProximity(node: Node, relaxed: ReadonlySet<Node>, isLeftOut: boolean): Node {
  if (isProximity(node) && relaxed.has(node)) return isLeftOut ? { kind: 'or', of: [] } : { kind: 'and', of: node.of }
  if (node.kind === 'not') return { kind: 'not', of: withoutProximity(node.of, relaxed, !isLeftOut) }
  if (node.kind !== 'and' && node.kind !== 'or') return node
  return { ...node, of: node.of.map((part) => withoutProximity(part, relaxed, isLeftOut)) }
}

const proximitySignal = (near: ProximityNode): ScoringSignal => ({
  ftsQuery: compileApproximateProximity(near),
  weight: nearby,
  newest,
})

/** More than the sum of all other signals. */
const nearby = 1000
/** Proximity of very frequent words is the slowest signal. */
const maxNear = 2
const newest = 5000

function passageOf(searcher: IndexReader, parsed: ParsedQuery, visibility: Visibility): RewrittenQuery | undefined {
  const signals = passageSignals(searcher, parsed)
  if (!signals) return undefined
  const ftsQuery = anyOf(signals.map((signal) => signal.ftsQuery))
  const count = searcher.cases.countRange({ ftsQuery: restrictToVisible(ftsQuery, visibility), ...fullRange })
  return count > 0 ? { ...nothing, ftsQuery, signals } : undefined
}

type RewriteOptions = { text: string; visibility: Visibility; terms: Leaf[]; /** Never relaxed. */ isExact: boolean }

function rewriteTree(searcher: Rewriter, root: Node, options: RewriteOptions): RewrittenQuery {
  const { text, terms, visibility, isExact } = options
  const from = searcher.database
  const phrases = expandPhrases(from, root, text, { loanwords: (name) => loanMeanings(searcher, name, visibility) })
  const english = phrases.meanings.length > 0
  const latin = expandLatinWords(searcher, joinLatinNames(phrases.root, text), { text, visibility, english })
  const joined = joinCompounds(searcher, latin.root, { text, visibility })
  const affordable = relaxProximity(searcher, joined.root)
  const usual = anyOf([compileQuery(affordable.root, caseFields), ...courtQueries(from, root, text)])
  const full = anyOf([usual, ...queriesOfFurtherSenses(searcher, phrases, { usual, visibility })])
  const parts = isExact || hasMatch(searcher, full, visibility) ? undefined : readByWord(searcher, root, options)
  const near = isExact
    ? undefined
    : findNearMatches(searcher, parts?.root ?? asTyped(root, latin.root), { full, visibility, fields: caseFields })
  const meanings = unique([...phrases.meanings, ...((near && parts?.meanings) ?? [])])
  const typed = wordsOfLeaves(terms)
  const read = [latin.read.join(' '), ...meanings.map(({ dhivehi }) => dhivehi)].filter((text) => text !== '')
  const said = [...new Set([...read, ...(near?.synonyms ?? [])])]
  const readWords = [latin.read.join(' '), ...usualOf(meanings)].flatMap(wordsRead)
  const leaves = leavesOf(joined.root, (node) => node.kind !== 'not').filter((leaf) => !phrases.added.has(leaf))
  return {
    ftsQuery: near ? anyOf([full, near.ftsQuery]) : full,
    full: near && full,
    relaxed: near?.relaxed ?? null,
    leaves: [...(near?.leaves ?? leaves), ...readWords.flat().map(wordLeaf)],
    adjacentTerms: [typed, ...readWords, ...(near && near.relaxed.length > 0 ? [wordsOfLeaves(near.leaves)] : [])],
    signals: [...signalsOfPhrases(searcher, phrases, visibility), ...(near?.signals ?? []), ...affordable.signals],
    understood: said.length > 0 ? said.join('، ') : null,
    marks: [
      ...meanings.flatMap(marksOfMeaning),
      ...[...latin.marks, ...joined.joined, ...nearMarks(near, frequencyIn(searcher))].flatMap(foldedWords),
    ],
    repairs: affordable.repairs,
    entity: null,
  }
}

/**
 * For near matches of a query that no case matches in full: the words of a term of several words that no case has are read one
 * by one.
 */
function readByWord(searcher: Rewriter, root: Node, { text, visibility }: RewriteOptions) {
  const loanwords = (name: string) => loanMeanings(searcher, name, visibility)
  const isKnown = (meaning: PhraseMeaning) => hasMeaning(searcher, meaning, visibility)
  const phrases = expandPhrases(searcher.database, root, text, { loanwords, isKnown })
  const english = phrases.meanings.length > 0
  const { root: read } = expandLatinWords(searcher, joinLatinNames(phrases.root, text), { text, visibility, english })
  return { root: read, meanings: phrases.meanings }
}

const unique = (meanings: readonly PhraseMeaning[]) => [
  ...new Map(meanings.map((meaning) => [meaning.dhivehi, meaning])).values(),
]

/** The words of a text by which cases are ranked, none without any. */
function wordsRead(text: string): string[][] {
  const words = foldedWords(text)
  return words.length > 0 ? [words] : []
}

const foldedWords = (text: string) => tokenizeWords(text).map(({ word }) => word)

/** Further senses are no words that were meant. */
const usualOf = (meanings: readonly PhraseMeaning[]) =>
  meanings.flatMap(({ dhivehi, isFurther }) => (isFurther ? [] : dhivehi))

/** One word of an expression that was not meant says nothing. */
const marksOfMeaning = ({ dhivehi, isFurther }: PhraseMeaning) =>
  isFurther ? [foldedWords(dhivehi).join(' ')] : foldedWords(dhivehi)

const frequencyIn = (searcher: IndexReader) => (word: string) =>
  documentFrequency(searcher.database, word, searcher.cases.total())

/** The typed words, without the phrase meaning that they were expanded by. */
const asTyped = (root: Node, read: Node): Node =>
  root.kind === 'and' && read.kind === 'or' && read.of[0] ? asTyped(root, read.of[0]) : read

/** Of an expression of several words the rarest: the others stand everywhere. */
const nearMarks = (near: NearMatches | undefined, frequency: (word: string) => number) => [
  ...(near?.relaxed ?? []).flatMap(({ as }) => as),
  ...(near?.synonyms ?? []).flatMap((text) => {
    const words = foldedWords(text)
    return words.toSorted((one, other) => frequency(one) - frequency(other))[0] ?? []
  }),
]

const wordsOfLeaves = (leaves: readonly Leaf[]) => leaves.flatMap((leaf) => (leaf.kind === 'word' ? leaf.word : []))

const wordLeaf = (word: string): Leaf => ({ kind: 'word', word, start: 0, end: 0 })

const signalsOfPhrases = (
  reader: IndexReader,
  { meanings, isTerm }: Pick<PhraseExpansion, 'meanings' | 'isTerm'>,
  visibility: Visibility,
): ScoringSignal[] => [
  ...meanings.flatMap(signalsOfMeaning),
  ...(isTerm ? signalsOfTerm(reader, meanings, visibility) : []),
]

const signalsOfMeaning = ({ keys }: PhraseMeaning): ScoringSignal[] =>
  keys.length > 0 ? [{ ftsQuery: anyOf(keys.map((key) => term(caseNumberTerm(key)))), weight: 0.5 }] : []

/** The weight of a word in a passage, by the number of cases with it: no idf, as n-grams are only compared with each other. */
const rarity = (count: number) => 1 / Math.log(3 + count)

const gram = 4
const maxGrams = 12

/** The rarest word n-grams of a pasted passage, as scoring signals. Undefined for a query that is no passage. */
function passageSignals(reader: IndexReader, parsed: ParsedQuery): ScoringSignal[] | undefined {
  if (!parsed.isPassage) return undefined
  const words = foldedWords(parsed.text)
  const frequencies = new Map(
    [...new Set(words)].map((word) => [word, documentFrequency(reader.database, word, reader.cases.total())]),
  )
  const counts = words.map((word) => frequencies.get(word) ?? 0)
  const weights = counts.map(rarity)
  const grams = words.slice(0, words.length - gram + 1).map((_, at) => ({
    at,
    ftsQuery: phrase(words.slice(at, at + gram)),
    weight: weights.slice(at, at + gram).reduce((sum, one) => sum + one, 0),
    // A phrase is looked for in the cases that have its rarest word.
    rows: gram * Math.min(...counts.slice(at, at + gram)),
  }))
  grams.sort((one, other) => other.weight - one.weight)
  // Without overlaps: overlapping n-grams are redundant.
  const chosen: typeof grams = []
  let rows = 0
  for (const one of grams) {
    if (chosen.length >= maxGrams || (chosen.length > 0 && rows + one.rows > limits.search.rows_per_query / 2)) break
    if (chosen.some(({ at }) => Math.abs(at - one.at) < gram)) continue
    chosen.push(one)
    rows += one.rows
  }
  return chosen.map(({ ftsQuery, weight }) => ({ ftsQuery, weight }))
}
