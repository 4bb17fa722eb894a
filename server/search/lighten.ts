import { leavesOf } from '#shared/text/query/simplify.ts'
import { isLeaf, type Node } from '#shared/text/query/tree.ts'

/** A query, and whether parts were left out of it. */
export type Lightened = { root: Node; isLightened: boolean }

type Frequency = (word: string) => number

/**
 * A query without the most frequent of its words, where all of them together stand in more rows than may be looked
 * through (`budget`): such words tell the least. The rarest part stays, and nothing is taken from what is left out.
 */
export function lighten(root: Node, frequency: Frequency, budget: number): Lightened {
  const parts = partsOf(root).map((part) => ({ part, cost: costOf(part, frequency) }))
  let rows = 0
  const dropped = parts
    .sort((one, other) => one.cost - other.cost)
    .filter(({ cost }, place) => (rows += cost) > budget && place > 0)
  if (dropped.length === 0) return { root, isLightened: false }
  const light = without(root, new Set(dropped.map(({ part }) => part)))
  return { root: light ?? root, isLightened: light !== undefined }
}

type Group = Extract<Node, { kind: 'and' | 'or' }>
type Near = Extract<Node, { kind: 'near' | 'paragraph' }>
const isGroup = (node: Node): node is Group => node.kind === 'and' || node.kind === 'or'
const isNear = (node: Node): node is Near => node.kind === 'near' || node.kind === 'paragraph'

/** Words, and words near each other, that may be left out. */
function partsOf(node: Node): Node[] {
  if (node.kind === 'word' || isNear(node)) return [node]
  return isGroup(node) ? node.of.flatMap(partsOf) : []
}

/** To see what is near each other, every place of every word is looked at. */
const nearCost = 4

function costOf(part: Node, frequency: Frequency): number {
  const words = leavesOf(part).flatMap((leaf) => (leaf.kind === 'word' ? leaf.word : []))
  return words.reduce((sum, word) => sum + frequency(word), 0) * (isNear(part) ? nearCost : 1)
}

function without(node: Node, dropped: ReadonlySet<Node>): Node | undefined {
  if (dropped.has(node)) return undefined
  if (isLeaf(node) || !isGroup(node)) return node
  const of = node.of.flatMap((part) => without(part, dropped) ?? [])
  // What is left of a group that only leaves out would find everything.
  if (of.every((part) => part.kind === 'not') && !node.of.every((part) => part.kind === 'not')) return undefined
  return of.length === 1 && of[0] ? of[0] : { kind: node.kind, of }
}
