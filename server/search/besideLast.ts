import { isLeaf, type Leaf, type Node } from '#shared/text/query/tree.ts'
import { allOf, anyOf, beginning, holds, type Match } from './match.ts'

/** What has to stand in a case with the word that was typed last, which ends there: nothing behind an OR. */
export function besideLast(node: Node | undefined, end: number): Match[] {
  if (!node) return []
  if (isLeaf(node)) return node.end === end ? holdsEach(wordsOf(node).slice(0, -1)) : demandsOf(node)
  if (node.kind === 'not') return besideNegated(node.of, end)
  const last = node.of.find((part) => isIn(part, end))
  if (node.kind === 'or') return last ? besideLast(last, end) : demandsOf(node)
  return node.of.flatMap((part) => (part === last ? besideLast(part, end) : demandsOf(part)))
}

const besideNegated = (node: Node, end: number) => (isIn(node, end) ? besideLast(node, end) : [])

const isIn = (node: Node, end: number): boolean =>
  isLeaf(node) ? node.end === end : [node.of].flat().some((part) => isIn(part, end))

/** The words of a node that must be there, as they were typed; what is left out may be there all the same. */
function demandsOf(node: Node): Match[] {
  if (isLeaf(node)) return node.kind === 'prefix' ? [beginning(node.word)] : holdsEach(wordsOf(node))
  if (node.kind === 'not') return []
  if (node.kind !== 'or') return node.of.flatMap(demandsOf)
  const choices = node.of.map(demandsOf)
  return choices.some((all) => all.length === 0) ? [] : [anyOf(choices.map(allOf))]
}

const wordsOf = (leaf: Leaf) => ('word' in leaf ? [leaf.word] : leaf.words)
const holdsEach = (words: readonly string[]) => words.map((word) => holds(word))
