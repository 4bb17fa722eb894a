import { limits } from '#shared/limits.ts'
import type { RepairCode } from './repairs.ts'
import { withoutFunctionWords } from './question.ts'
import { leavesOf } from './simplify.ts'
import { isLeaf, isProximity, type Leaf, type ProximityNode, type Node, type ParsedQuery } from './tree.ts'
import { wordRunsOf } from './wordRuns.ts'
import { countLetters, hasDigit } from '#shared/text/language/tokenizer.ts'

/** A term to highlight: a word, or a sequence of adjacent words. */
export type Term = {
  words: string[]
  /** Typed in quotes. */
  quoted: boolean
  /** The exact form of a quoted phrase, with dotted letters, where it differs from the folded `words`. */
  exact?: string[]
  /** A prefix query: matches every word that starts with it. */
  prefix?: boolean
  /** Of several words: each matches in any inflection, as a single word does. */
  inflected?: boolean
}

/** Terms, by their indexes, that must be near each other. */
export type ProximityConstraint = {
  /** One term of each part must be present. */
  parts: number[][]
  /** The maximum distance in words; Infinity means anywhere in one paragraph. */
  distance: number
  /** The terms that appear nowhere else in the query. */
  bound: number[]
}

/** The terms to highlight in a text, and the proximity constraints between them. */
export type HighlightQuery = { terms: Term[]; near: ProximityConstraint[] }

/**
 * Derives the highlight query of a search query; negated terms are left out, and function words next to others. Of more than
 * `maxLeaves` distinct words and numbers only the first ones count, each in all of its forms. A proximity constraint stays
 * only if all of its terms do.
 */
export function toHighlightQuery({ root, terms }: ParsedQuery, maxLeaves = Infinity): HighlightQuery {
  const unique = new Map<string, Term>()
  const hasProximity = root !== undefined && proximityNodesOf(root).length > 0
  let count = 0
  for (const leaf of hasProximity ? terms : withoutFunctionWords(terms)) {
    const forms = termsOfLeaf(leaf)
    const isNew = forms.some((term) => !unique.has(keyOf(term)))
    if (isNew && count === maxLeaves) continue
    if (isNew) count += 1
    // An unquoted word also matches every text that its quoted form matches.
    for (const term of forms) if (!term.quoted || !unique.has(keyOf(term))) unique.set(keyOf(term), term)
  }
  const near = root ? proximityOf(root, [...unique.keys()]) : []
  return { terms: [...unique.values()], near: near.filter(({ parts }) => !parts.flat().includes(-1)) }
}

/** The highlight query of a card. */
export const toCardHighlightQuery = (parsed: ParsedQuery) => toHighlightQuery(parsed, limits.search.highlighted_terms)

/** Adds words, such as the transliterations of a query typed in Latin letters, and expressions of adjacent words. */
export const withExtraWords = ({ terms, near }: HighlightQuery, added: readonly string[]): HighlightQuery => ({
  terms: [...terms, ...added.map((one) => ({ words: one.split(' '), quoted: false, inflected: true }))],
  near,
})

const keyOf = ({ words }: Term) => words.join(' ')

function proximityOf(root: Node, keys: readonly string[]): ProximityConstraint[] {
  const termIndexesOf = (leaves: readonly Leaf[]) =>
    leaves.flatMap(termsOfLeaf).map((term) => keys.indexOf(keyOf(term)))
  const elsewhere = new Set(termIndexesOf(leavesOf(root, (node) => node.kind !== 'not' && !isProximity(node))))
  return proximityNodesOf(root).map((node) => {
    const parts = node.of.map((part) => termIndexesOf(leavesOf(part)))
    const bound = parts.flat().filter((index) => !elsewhere.has(index))
    return { parts, distance: node.kind === 'near' ? node.distance : Infinity, bound }
  })
}

function proximityNodesOf(node: Node): ProximityNode[] {
  if (isProximity(node)) return [node]
  return isLeaf(node) || node.kind === 'not' ? [] : node.of.flatMap(proximityNodesOf)
}

/** True when the query has no term and no filter, and no filter that was dropped and has to be reported. */
export const isEmptyQuery = (parsed: ParsedQuery): boolean =>
  hasNoConditions(parsed) && !parsed.repairs.some(({ code }) => filterRepairs.has(code))

/** True when a parsed query has neither terms nor filters. */
export const hasNoConditions = ({ root, filters }: ParsedQuery) =>
  root === undefined && Object.keys(filters).length === 0

/** Repairs after which a filter is not applied. */
export const filterRepairs: ReadonlySet<RepairCode> = new Set(['date-unreadable', 'filter-empty', 'filter-negated'])

/**
 * The minimum length of three characters, for queries without a filter: quotes, a star and a second word count. A query that
 * contains a digit is exempt.
 */
export function isTooShort({ text, root, filters }: ParsedQuery): boolean {
  if (!root || Object.keys(filters).length > 0) return false
  return !hasDigit(text) && countLetters(text) < limits.search.min_letters
}

function termsOfLeaf(leaf: Leaf): Term[] {
  if (leaf.kind === 'word') return [{ words: [leaf.word], quoted: false }]
  if (leaf.kind === 'prefix') return [{ words: [leaf.word], quoted: false, prefix: true }]
  if (leaf.kind === 'phrase' && leaf.quoted) {
    const { words, exact, quoted } = leaf
    return [exact.join(' ') === words.join(' ') ? { words, quoted } : { words, quoted, exact }]
  }
  return wordRunsOf(leaf).map((words) => ({ words, quoted: false }))
}
