import type { DatabaseSync } from 'node:sqlite'
import { isThaana } from '#shared/text/spelling.ts'
import { isLeaf, isNear, type Node } from '#shared/text/query/tree.ts'
import { isFound, type Sight } from './enumerate.ts'
import { nodeOfRun, replaceRuns, type TypedNode } from './typedRuns.ts'
import { wordAnywhere } from './wordAnywhere.ts'

/** A query with words that may also be one, and what these are together. */
export type JoinedReading = { root: Node; joined: string[] }

/** So many pairs of a query are looked up. */
const mostLooks = 12

/** Dhivehi is written together and apart: two words side by side are also the one that the library has of them. */
export function joinWords(
  from: DatabaseSync,
  root: Node,
  { text, sight }: { text: string; sight: Sight },
): JoinedReading {
  const joined: string[] = []
  let looks = 0
  const isOne = (word: string) => {
    looks += 1
    return looks <= mostLooks && isFound(from, wordAnywhere(word), sight)
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
    const of = replaceRuns(node.of, { text, most: 2, run: readPair, part: widen })
    return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
  }
  return { root: widen(root), joined }
}
