import { isLeaf, type Node, type WordNode } from '#shared/text/query/tree.ts'

/** A query, and whether words were left out of it. */
export type Lightened = { root: Node; isLightened: boolean }

/**
 * A query without the most frequent of its words, where all of them together stand in more rows than may be looked
 * through (`budget`). Such words tell the least. Nothing is taken from words that are near each other or left out.
 */
export function lighten(root: Node, frequency: (word: string) => number, budget: number): Lightened {
  const words = [...new Map(wordsIn(root).map((node) => [node.word, frequency(node.word)]))]
  words.sort(([, one], [, other]) => one - other)
  let rows = 0
  const dropped = new Set<string>()
  for (const [place, [word, count]] of words.entries()) {
    rows += count
    if (place > 0 && rows > budget) dropped.add(word)
  }
  const light = dropped.size > 0 ? without(root, dropped) : root
  return { root: light ?? root, isLightened: dropped.size > 0 && light !== undefined }
}

type Group = Extract<Node, { kind: 'and' | 'or' }>
const isGroup = (node: Node): node is Group => node.kind === 'and' || node.kind === 'or'

function wordsIn(node: Node): WordNode[] {
  if (node.kind === 'word') return [node]
  return isGroup(node) ? node.of.flatMap(wordsIn) : []
}

function without(node: Node, dropped: ReadonlySet<string>): Node | undefined {
  if (node.kind === 'word' && dropped.has(node.word)) return undefined
  if (isLeaf(node) || !isGroup(node)) return node
  const of = node.of.flatMap((part) => without(part, dropped) ?? [])
  // What is left of a group that only leaves out would find everything.
  if (of.every((part) => part.kind === 'not') && !node.of.every((part) => part.kind === 'not')) return undefined
  return of.length === 1 && of[0] ? of[0] : { kind: node.kind, of }
}
