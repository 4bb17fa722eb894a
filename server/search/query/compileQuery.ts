import { isLatin } from '#server/search/lexicon/latinScript.ts'
import {
  exclude,
  allOf,
  anyOf,
  prefix,
  term,
  type FtsQuery,
  phrase,
  fts,
  exactPhrase,
} from '#server/search/storage/ftsQuery.ts'
import { matchAllTerm, stemTerm, caseNumberTerm, nameTerm, phoneticTerm } from '#server/search/storage/indexTerms.ts'
import { formsOf, nameFormsOf } from '#shared/text/language/analyze.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { bothNumberOrders } from '#shared/text/query/highlightQuery.ts'
import { isLeaf, type Node, type PhraseNode, visit, type Visitors } from '#shared/text/query/tree.ts'
import type { FieldConfig } from './fieldConfig.ts'
import { compileProximity } from './proximityQuery.ts'

/**
 * What a node of a query asks of a row. It is put together of words that the folding let through: nothing that was
 * typed reaches FTS5 as syntax.
 */
export const compileQuery = (node: Node, fields: FieldConfig): FtsQuery => visit(shallow(node), visitors(fields))

/** All of these and none of those. */
const allWithout = (wanted: readonly FtsQuery[], unwanted: readonly FtsQuery[]): FtsQuery =>
  exclude(wanted.length > 0 ? allOf(wanted) : everything, unwanted)

const everything = term(matchAllTerm)

function visitors(fields: FieldConfig): Visitors<FtsQuery> {
  const read = (node: Node): FtsQuery => visit(node, ofEach)
  const quotedIn = (parts: readonly Node[]) => parts.filter((part) => part.kind === 'phrase' && part.quoted).map(read)
  const ofEach: Visitors<FtsQuery> = {
    word: ({ word }) => anyOf(waysOf(word, fields).map(term)),
    prefix: ({ word }) => prefix(word),
    phrase: (asked) => (asked.quoted ? quotedPhrase(asked, fields) : phrase(asked.words)),
    number: ({ keys, words }) =>
      anyOf([...keys.map((key) => term(caseNumberTerm(key))), ...bothNumberOrders(words).map(phrase)]),
    and: ({ of }) => {
      const wanted = of.flatMap((part) => (part.kind === 'not' ? [] : read(part)))
      const unwanted = of.flatMap((part) => (part.kind === 'not' ? read(part.of) : []))
      return allWithout(wanted, unwanted)
    },
    or: ({ of }) => anyOf(of.map(read)),
    not: ({ of }) => allWithout([], [read(of)]),
    near: (near) => allOf([fts(compileProximity(near, fields)), ...quotedIn(near.of)]),
    paragraph: (near) => allOf([fts(compileProximity(near, fields)), ...quotedIn(near.of)]),
  }
  return ofEach
}

/** The forms of a word, those as a name, and as a name that is written in other letters. */
const waysOf = (word: string, { names }: FieldConfig) => [
  ...formsOf(word).map(stemTerm),
  ...(names ? nameFormsOf(word).map(nameTerm) : []),
  ...(names && isLatin(word) ? [phoneticTerm(phoneticKey(word))] : []),
]

/** As it is written. Where no word of it has another spelling that is what its folded words find, whose lists may be at hand. */
function quotedPhrase({ words, exact: written }: PhraseNode, { hasSpellings }: FieldConfig): FtsQuery {
  const isFolded = (word: string, at: number) => written[at] === word && !hasSpellings?.(word)
  return !hasSpellings || words.every(isFolded) ? phrase(words) : exactPhrase(words, written)
}

/**
 * The same node with every NOT at a leaf or a nearness, and with what is deepest first in each group: the parser of
 * FTS5 keeps a stack of a hundred, on which a bracket that comes last costs three places and one that comes first one.
 */
export function shallow(node: Node): Node {
  return deepestFirst(inward(node, false))
}

function inward(node: Node, negated: boolean): Node {
  if (node.kind === 'not') return inward(node.of, !negated)
  if (node.kind === 'and' || node.kind === 'or') {
    const of = node.of.map((part) => inward(part, negated))
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
