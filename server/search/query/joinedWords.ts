import type { DatabaseSync } from 'node:sqlite'
import { isLatin, joinNameParts } from '#server/search/lexicon/latinScript.ts'
import { anyFormOf } from '#server/search/storage/ftsQuery.ts'
import { hasMatch } from '#server/search/storage/ftsSelect.ts'
import type { Visibility } from '#server/search/types.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { isLeaf, isNear, type Node } from '#shared/text/query/tree.ts'
import { nodeOfRun, replaceRuns, type TypedNode } from './wordRuns.ts'

/** A query with words that may also be one, and what these are together. */
export type JoinedReading = { root: Node; joined: string[] }

/** So many pairs of a query are looked up. */
const maxLooks = 12

/** Dhivehi is written together and apart: two words side by side are also the one that the library has of them. */
export function joinCompounds(
  from: DatabaseSync,
  root: Node,
  { text, visibility }: { text: string; visibility: Visibility },
): JoinedReading {
  const joined: string[] = []
  let looks = 0
  const isOne = (word: string) => {
    looks += 1
    return looks <= maxLooks && hasMatch(from, anyFormOf(word), visibility)
  }
  const readPair = (run: readonly TypedNode[]): Node | undefined => {
    const [one, other] = run
    if (one?.kind !== 'word' || other?.kind !== 'word' || !isThaana(one.word) || !isThaana(other.word)) return undefined
    const word = one.word + other.word
    if (text.slice(one.end, other.start).trim() !== '' || !isOne(word)) return undefined
    joined.push(word)
    return { kind: 'or', of: [nodeOfRun(run), { kind: 'word', word, start: one.start, end: other.end }] }
  }
  const widen = (node: Node): Node => {
    if (isLeaf(node) || isNear(node) || node.kind === 'not') return node
    if (node.kind === 'or') return { kind: 'or', of: node.of.map(widen) }
    const of = replaceRuns(node.of, { text, maxLength: 2, run: readPair, part: widen })
    return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
  }
  return { root: widen(root), joined }
}

/**
 * Abdul Rahman, Abdu Raheem and Abd al-Azeez are one word in Dhivehi, and so is what Latin letters write with a sign for
 * a letter of Arabic, shari'ah and Mas'ood: they are also read as one word, which is found by its sound.
 */
export function joinLatinNames(node: Node, text: string): Node {
  if (isNear(node)) return node
  if (node.kind === 'not') return { kind: 'not', of: joinLatinNames(node.of, text) }
  if (!isLeaf(node) && node.kind === 'or') return { kind: 'or', of: node.of.map((part) => joinLatinNames(part, text)) }
  const of = replaceRuns(isLeaf(node) ? [node] : node.of, {
    text,
    maxLength: 3,
    run: readName,
    part: (part) => (isLeaf(part) ? part : joinLatinNames(part, text)),
  })
  return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
}

function readName(run: readonly TypedNode[], typed: string): Node | undefined {
  const word = joinNameParts(typed).toLowerCase()
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || (first.kind === 'phrase' && first.quoted)) return undefined
  if (word === typed.toLowerCase() || !isLatin(word)) return undefined
  return { kind: 'or', of: [nodeOfRun(run), { kind: 'word', word, start: first.start, end: last.end }] }
}
