import { isLatin, joinNameParts } from '#server/search/lexicon/latinScript.ts'
import { anyFormOf } from '#server/search/storage/ftsQuery.ts'
import { hasMatch, type IndexReader } from '#server/search/postings/indexReader.ts'
import type { Visibility } from '#server/search/types.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { isLeaf, isNear, type Node } from '#shared/text/query/tree.ts'
import { nodeOfRun, replaceRuns, type TypedNode } from './wordRuns.ts'

/** A query whose adjacent words may also be one, and the joined words. */
type JoinedExpansion = { root: Node; joined: string[] }

/** The limit of look-ups for a query. */
const maxLooks = 12

/** Dhivehi compounds are written as one word or two: two adjacent words also match the joined word, if the library has it. */
export function joinCompounds(
  reader: Pick<IndexReader, 'cases'>,
  root: Node,
  { text, visibility }: { text: string; visibility: Visibility },
): JoinedExpansion {
  const joined: string[] = []
  let looks = 0
  const isOne = (word: string) => {
    looks += 1
    return looks <= maxLooks && hasMatch(reader, anyFormOf(word), visibility)
  }
  const joinPair = (run: readonly TypedNode[]): Node | undefined => {
    const [one, other] = run
    if (one?.kind !== 'word' || other?.kind !== 'word' || !isThaana(one.word) || !isThaana(other.word)) return undefined
    const word = one.word + other.word
    if (text.slice(one.end, other.start).trim() !== '' || !isOne(word)) return undefined
    joined.push(word)
    return { kind: 'or', of: [nodeOfRun(run), { kind: 'word', word, start: one.start, end: other.end }] }
  }
  const expand = (node: Node): Node => {
    if (isLeaf(node) || isNear(node) || node.kind === 'not') return node
    if (node.kind === 'or') return { kind: 'or', of: node.of.map(expand) }
    const of = replaceRuns(node.of, { text, maxLength: 2, run: joinPair, part: expand })
    return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
  }
  return { root: expand(root), joined }
}

/**
 * Abdul Rahman, Abdu Raheem and Abd al-Azeez are one word in Dhivehi, and so are words with an apostrophe for an Arabic
 * letter, such as shari'ah and Mas'ood: they also match as one word, by its phonetic key.
 */
export function joinLatinNames(node: Node, text: string): Node {
  if (isNear(node)) return node
  if (node.kind === 'not') return { kind: 'not', of: joinLatinNames(node.of, text) }
  if (!isLeaf(node) && node.kind === 'or') return { kind: 'or', of: node.of.map((part) => joinLatinNames(part, text)) }
  const of = replaceRuns(isLeaf(node) ? [node] : node.of, {
    text,
    maxLength: 3,
    run: joinName,
    part: (part) => (isLeaf(part) ? part : joinLatinNames(part, text)),
  })
  return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
}

function joinName(run: readonly TypedNode[], typed: string): Node | undefined {
  const word = joinNameParts(typed).toLowerCase()
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || (first.kind === 'phrase' && first.quoted)) return undefined
  if (word === typed.toLowerCase() || !isLatin(word)) return undefined
  return { kind: 'or', of: [nodeOfRun(run), { kind: 'word', word, start: first.start, end: last.end }] }
}
