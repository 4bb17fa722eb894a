import type { PhraseMeaning } from '#server/search/lexicon/phraseNames.ts'
import { documentFrequency } from '#server/search/lexicon/vocabulary.ts'
import { findMatches, isCheap, evaluate } from '#server/search/postings/evaluateQuery.ts'
import { documentCount, type IndexReader } from '#server/search/postings/indexReader.ts'
import type { LruCache } from '#server/search/postings/lruCache.ts'
import type { ScoringSignal } from '#server/search/postings/scoringSignals.ts'
import { isEmpty } from '#server/search/storage/bitset.ts'
import { anyOf, term, type FtsQuery, fts } from '#server/search/storage/ftsQuery.ts'
import { fullRange, hasMatch, restrictToVisible } from '#server/search/storage/ftsSelect.ts'
import { caseNumberTerm } from '#server/search/storage/indexTerms.ts'
import type { CaseQuery, Visibility } from '#server/search/types.ts'
import { limits } from '#shared/limits.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'
import type { Leaf, Node, ParsedQuery } from '#shared/text/query/tree.ts'
import { compileQuery } from './compileQuery.ts'
import { dropFrequentTerms } from './dropFrequentTerms.ts'
import { expandLatinWords } from './expandLatinWords.ts'
import { expandPhrases } from './expandPhrases.ts'
import { caseFields } from './fieldConfig.ts'
import { courtQueries } from './findEntity.ts'
import { joinLatinNames, joinCompounds } from './joinedWords.ts'
import { passageSignals } from './passageQuery.ts'
import { compileApproximateProximity } from './proximityQuery.ts'
import { relaxedQueries } from './relaxedQueries.ts'

/** What the words of a query mean in this library: what is found by them, and what it is ranked by. */
export type RewrittenQuery = {
  /** Undefined when there are no words. */
  ftsQuery: FtsQuery | undefined
  leaves: Leaf[]
  /** Folded words that may stand together, in the order in which they were typed or read. */
  adjacentTerms: string[][]
  /** What else speaks for a case. */
  signals: ScoringSignal[]
  /** Words that were searched beside those that were typed: as they are shown, and all that are marked. */
  understood: string | null
  marks: string[]
  /** No case holds all of it: cases that hold a part are found. */
  partial: boolean
  /** The most frequent of very many frequent words were left out. */
  termsDropped: boolean
  /** Frequent words that were to be near each other are looked for anywhere in a case. */
  proximityRelaxed: boolean
}

const nothing: RewrittenQuery = {
  ftsQuery: undefined, leaves: [], adjacentTerms: [], signals: [], understood: null, marks: [], partial: false,
  termsDropped: false, proximityRelaxed: false,
} // prettier-ignore

/** What queries mean, for the page and its facets. */
export type QueryRewriter = { rewriteCache: LruCache<RewrittenQuery> }

/** The same for all who may see the same. */
export function rewriteQuery(
  searcher: IndexReader & QueryRewriter,
  { parsed }: CaseQuery,
  visibility: Visibility,
): RewrittenQuery {
  if (!parsed?.root) return nothing
  const { root } = parsed
  return searcher.rewriteCache.getOrCompute(cacheKey(parsed, root, visibility), () =>
    rewriteParsed(searcher, parsed, root, visibility),
  )
}

/** One text may be parsed in two ways: what is a case number depends on the codes of the courts at that time. */
const cacheKey = ({ text }: ParsedQuery, root: Node, { unpublished }: Visibility) =>
  JSON.stringify([unpublished, text, leavesOf(root).filter(({ kind }) => kind === 'number')])

function rewriteParsed(searcher: IndexReader, parsed: ParsedQuery, root: Node, visibility: Visibility): RewrittenQuery {
  const { text, terms } = parsed
  const passage = passageOf(searcher, parsed, visibility)
  if (passage) return passage
  const { rows_per_query, rows_near } = limits.search
  const budget = { all: Math.max(rows_per_query, 2 * documentCount(searcher)), near: rows_near }
  const { root: light, termsDropped, relaxedNear } = dropFrequentTerms(root, frequencyIn(searcher), budget)
  const understood = rewriteTree(searcher, light, { text, terms, visibility, byHand: relaxedNear.length > 0 })
  const near = relaxedNear.slice(0, maxNear).map((node) => ({
    ftsQuery: fts(compileApproximateProximity(node, caseFields(searcher.database))),
    weight: nearby,
    newest,
  }))
  return { ...understood, signals: [...understood.signals, ...near], termsDropped, proximityRelaxed: near.length > 0 }
}

/** More than everything else that may speak for a case. */
const nearby = 1000
/** To see where two of the most frequent words are near each other takes longest of all. */
const maxNear = 2
const newest = 5000

function passageOf(searcher: IndexReader, parsed: ParsedQuery, visibility: Visibility): RewrittenQuery | undefined {
  const signals = passageSignals(searcher, parsed)
  if (!signals) return undefined
  const ftsQuery = anyOf(signals.map((signal) => signal.ftsQuery))
  // FTS5 is as long in finding one case with a phrase of frequent words as the lists of its pairs are in finding all.
  const { count } = findMatches(searcher, { ftsQuery: restrictToVisible(ftsQuery, visibility), ...fullRange })
  return count > 0 ? { ...nothing, ftsQuery, signals } : undefined
}

type Asked = { text: string; visibility: Visibility; terms: Leaf[]; byHand: boolean }

function rewriteTree(searcher: IndexReader, root: Node, asked: Asked): RewrittenQuery {
  const { text, terms, visibility, byHand } = asked
  const from = searcher.database
  const fields = caseFields(from)
  const phrases = expandPhrases(from, root, text)
  const latin = expandLatinWords(from, joinLatinNames(phrases.root, text), {
    visibility,
    english: phrases.meanings.length > 0,
  })
  const one = joinCompounds(from, latin.root, { text, visibility })
  const whole = anyOf([compileQuery(one.root, fields), ...courtQueries(from, root, text)])
  // What somebody joined by nearness means what it says.
  const parts = byHand ? [] : relaxedQueries(asTyped(root, latin.root), fields, frequencyIn(searcher))
  const isWhole = parts.length === 0 || isSeen(searcher, whole, visibility)
  const partial = isWhole ? undefined : parts.find((ftsQuery) => isSeen(searcher, ftsQuery, visibility))
  const kept = new Set(leavesOf(root).flatMap((leaf) => ('word' in leaf ? leaf.word : [])))
  const typed = terms.flatMap((leaf) => (leaf.kind === 'word' && kept.has(leaf.word) ? [leaf.word] : []))
  const meanings = phrases.meanings.map(({ dhivehi }) => dhivehi)
  const read = [latin.read.join(' '), ...meanings].filter((one) => one !== '')
  const readWords = read.map((one) => tokenizeWords(one).map(({ word }) => word))
  const leaves = leavesOf(one.root, (node) => node.kind !== 'not').filter((leaf) => !phrases.added.has(leaf))
  return {
    ftsQuery: partial ?? whole,
    leaves: [...leaves, ...readWords.flat().map(wordLeaf)],
    adjacentTerms: [typed, ...readWords],
    signals: phrases.meanings.flatMap(signalsOfMeaning),
    understood: read.length > 0 ? read.join('، ') : null,
    marks: [...latin.marks, ...one.joined, ...meanings],
    partial: partial !== undefined,
    termsDropped: false,
    proximityRelaxed: false,
  }
}

const frequencyIn = (searcher: IndexReader) => (word: string) =>
  documentFrequency(searcher.database, word, documentCount(searcher))

/** Of words that are also read as one thing together, the words. */
const asTyped = (root: Node, read: Node): Node =>
  root.kind === 'and' && read.kind === 'or' && read.of[0] ? asTyped(root, read.of[0]) : read

/** Is there any case that may be found so? Of lists at hand it is known at once. */
function isSeen(searcher: IndexReader, ftsQuery: FtsQuery, visibility: Visibility): boolean {
  const asked = restrictToVisible(ftsQuery, visibility)
  return isCheap(searcher, asked)
    ? !isEmpty(evaluate(searcher, asked))
    : hasMatch(searcher.database, ftsQuery, visibility)
}

const wordLeaf = (word: string): Leaf => ({ kind: 'word', word, start: 0, end: 0 })

const signalsOfMeaning = ({ keys }: PhraseMeaning): ScoringSignal[] =>
  keys.length > 0 ? [{ ftsQuery: anyOf(keys.map((key) => term(caseNumberTerm(key)))), weight: 0.5 }] : []
