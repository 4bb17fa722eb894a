import { isLatin } from '#server/search/lexicon/latinScript.ts'
import { exclude, allOf, anyOf, prefix, term, type FtsQuery, phrase } from '#server/search/storage/ftsQuery.ts'
import {
  exactTerm,
  matchAllTerm,
  stemTerm,
  caseNumberTerm,
  nameTerm,
  phoneticTerm,
} from '#server/search/storage/indexTerms.ts'
import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { bothNumberOrders } from '#shared/text/query/highlightQuery.ts'
import { isLeaf, type Node, type PhraseNode, visit, type Visitors } from '#shared/text/query/tree.ts'
import type { FieldConfig } from './fieldConfig.ts'
import { compileProximity } from './proximityQuery.ts'

/**
 * Compiles a syntax tree to an index query. It consists of folded words only: user input never reaches FTS5 as syntax.
 */
export const compileQuery = (node: Node, fields: FieldConfig): FtsQuery => visit(shallow(node), visitors(fields))

/** All of the wanted queries and none of the unwanted ones. */
const allWithout = (wanted: readonly FtsQuery[], unwanted: readonly FtsQuery[]): FtsQuery =>
  exclude(wanted.length > 0 ? allOf(wanted) : everything, unwanted)

const everything = term(matchAllTerm)

function visitors(fields: FieldConfig): Visitors<FtsQuery> {
  const compile = (node: Node): FtsQuery => visit(node, ofEach)
  const quotedIn = (parts: readonly Node[]) =>
    parts.filter((part) => part.kind === 'phrase' && part.quoted).map(compile)
  const ofEach: Visitors<FtsQuery> = {
    word: ({ word }) => anyOf(termsOf(word, fields).map(term)),
    // A prefix holds its own word, in every form.
    prefix: ({ word }) => anyOf([prefix(word), ...termsOf(word, fields).map(term)]),
    phrase: (node) => (node.quoted ? quotedPhrase(node, fields) : phrase(node.words)),
    number: ({ keys, words }) =>
      anyOf([...keys.map((key) => term(caseNumberTerm(key))), ...bothNumberOrders(words).map(phrase)]),
    and: ({ of }) => {
      const wanted = of.flatMap((part) => (part.kind === 'not' ? [] : compile(part)))
      const unwanted = of.flatMap((part) => (part.kind === 'not' ? compile(part.of) : []))
      return allWithout(wanted, unwanted)
    },
    or: ({ of }) => anyOf(of.map(compile)),
    not: ({ of }) => allWithout([], [compile(of)]),
    near: (near) => allOf([compileProximity(near, fields), ...quotedIn(near.of)]),
    paragraph: (near) => allOf([compileProximity(near, fields), ...quotedIn(near.of)]),
  }
  return ofEach
}

/** The terms of a word: its stems, its keys as a name, and the phonetic key of a name in Latin letters. */
const termsOf = (word: string, { names }: FieldConfig) => [
  ...formsOf(word).map(stemTerm),
  ...(names ? nameFormsOf(word).map(nameTerm) : []),
  ...(names && isLatin(word) ? soundsOf(word).map(phoneticTerm) : []),
]

/** A dotted letter of Arabic names is written z or dh. */
const soundsOf = (word: string) => [...new Set([word, word.replaceAll('dh', 'z')].map(phoneticKey))]

/** A phrase in its exact spelling. If no word has another spelling, the folded words are equivalent, and may be cached. */
function quotedPhrase({ words, exact: written }: PhraseNode, { hasSpellings }: FieldConfig): FtsQuery {
  const isFolded = (word: string, at: number) => written[at] === word && !hasSpellings?.(word)
  return !hasSpellings || words.every(isFolded) ? phrase(words) : phrase(written.map(exactTerm))
}

/**
 * Moves every NOT to a leaf or a proximity node, and sorts each group by depth, the deepest first: the FTS5 parser has a
 * stack of a hundred, on which a last bracket takes three entries and a first one takes one.
 */
function shallow(node: Node): Node {
  return deepestFirst(pushNegation(node, false))
}

function pushNegation(node: Node, negated: boolean): Node {
  if (node.kind === 'not') return pushNegation(node.of, !negated)
  if (node.kind === 'and' || node.kind === 'or') {
    const of = node.of.map((part) => pushNegation(part, negated))
    return (node.kind === 'and') === negated ? { kind: 'or', of } : { kind: 'and', of }
  }
  return negated ? { kind: 'not', of: node } : node
}

function deepestFirst(node: Node): Node {
  if (node.kind !== 'and' && node.kind !== 'or') return node
  const parts = node.of.map(deepestFirst)
  const depths = new Map(parts.map((part) => [part, depthOf(part)]))
  const of = parts.toSorted((one, other) => (depths.get(other) ?? 0) - (depths.get(one) ?? 0))
  return { kind: node.kind, of }
}

const depthOf = (node: Node): number => (isLeaf(node) ? 1 : 1 + Math.max(...[node.of].flat().map(depthOf)))
