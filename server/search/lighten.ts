import { leavesOf } from '#shared/text/query/simplify.ts'
import { isLeaf, type Node } from '#shared/text/query/tree.ts'

/** A query, and whether parts were left out of it. */
export type Lightened = { root: Node; isLightened: boolean }

type Frequency = (word: string) => number

/**
 * A query without the most frequent of its words, where all of them together stand in more rows than may be looked
 * through (`budget`): such words tell the least. The rarest part stays, of words near each other the two rarest, and
 * nothing is taken from what is left out.
 */
export function lighten(root: Node, frequency: Frequency, budget: number): Lightened {
  const cost = (part: Node) => costOf(part, frequency)
  const narrowed = mapNear(root, (near) => (cost(near) > budget ? rarestTwo(near, cost) : near))
  let rows = 0
  const dropped = partsOf(narrowed)
    .map((part) => ({ part, rows: cost(part) }))
    .sort((one, other) => one.rows - other.rows)
    .filter((one, place) => (rows += one.rows) > budget && place > 0)
  const light = without(narrowed, new Set(dropped.map(({ part }) => part))) ?? narrowed
  return { root: light, isLightened: light !== root }
}

/** Changes what asks for nearness; the same node where nothing is changed. */
function mapNear(node: Node, change: (near: Near) => Near): Node {
  if (isNear(node)) return change(node)
  if (!isGroup(node)) return node
  const of = node.of.map((part) => mapNear(part, change))
  return of.every((part, at) => part === node.of[at]) ? node : { ...node, of }
}

function rarestTwo(near: Near, cost: (part: Node) => number): Near {
  if (near.of.length <= 2) return near
  const rarest = new Set(near.of.toSorted((one, other) => cost(one) - cost(other)).slice(0, 2))
  return { ...near, of: near.of.filter((part) => rarest.has(part)) }
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
  if (dropped.size === 0 || isLeaf(node) || !isGroup(node)) return node
  const of = node.of.flatMap((part) => without(part, dropped) ?? [])
  // What is left of a group that only leaves out would find everything.
  if (of.every((part) => part.kind === 'not') && !node.of.every((part) => part.kind === 'not')) return undefined
  return of.length === 1 && of[0] ? of[0] : { kind: node.kind, of }
}
