import { leavesOf } from '#shared/text/query/simplify.ts'
import { isNear, type Leaf, type NearNode, type Node } from '#shared/text/query/tree.ts'

/** A query within the cost budget, and the proximity that became a ranking signal. */
type BudgetedQuery = {
  root: Node
  /** The proximity nodes that became AND, the rarest first, each reduced to its two rarest parts. */
  relaxedNear: NearNode[]
}

type Frequency = (word: string) => number

/** Rewrites a query to fit a cost budget, in rows of the terms of proximity nodes: the dearest of these become AND. */
export function relaxProximity(root: Node, frequency: Frequency, budget: number): BudgetedQuery {
  const near = overBudget([...new Set(nearIn(root))], (part) => costOf(part, frequency), budget)
  const rarest = (part: Node) =>
    leavesOf(part).sort((one, other) => rowsOf(one, frequency) - rowsOf(other, frequency))[0] ?? part
  const rowsOfWords = (part: Node) => leavesOf(part).reduce((sum, leaf) => sum + rowsOfWord(leaf, frequency), 0)
  return {
    root: mapNear(root, (one) => (near.includes(one) ? { kind: 'and', of: one.of } : one)),
    relaxedNear: near.map((one) => ({ ...one, of: cheapestFirst(one.of.map(rarest), rowsOfWords).slice(0, 2) })),
  }
}

const cheapestFirst = <Part extends Node>(parts: readonly Part[], cost: (part: Part) => number): Part[] =>
  parts.toSorted((one, other) => cost(one) - cost(other))

/** The nodes that exceed the budget after all cheaper ones. */
function overBudget(parts: readonly NearNode[], cost: (part: NearNode) => number, budget: number): NearNode[] {
  let spent = 0
  return cheapestFirst(parts, cost).filter((part) => (spent += cost(part)) > budget)
}

/** Maps the proximity nodes; returns the same object if nothing changes. */
function mapNear(node: Node, change: (near: NearNode) => Node): Node {
  if (isNear(node)) return change(node)
  if (node.kind !== 'and' && node.kind !== 'or') return node
  const of = node.of.map((part) => mapNear(part, change))
  return of.every((part, at) => part === node.of[at]) ? node : { ...node, of }
}

function nearIn(node: Node): NearNode[] {
  if (isNear(node)) return [node]
  return node.kind === 'and' || node.kind === 'or' ? node.of.flatMap(nearIn) : []
}

/** In the rows of the rarest part it is looked for where the others stand. */
function costOf({ of }: NearNode, frequency: Frequency): number {
  const rows = of.map((one) => leavesOf(one).reduce((sum, leaf) => sum + rowsOf(leaf, frequency), 0))
  return of.length * Math.min(...rows)
}

const rowsOfWord = (leaf: Leaf, frequency: Frequency) => (leaf.kind === 'word' ? frequency(leaf.word) : 0)

/** A phrase has at most as many rows as its rarest word. */
function rowsOf(leaf: Leaf, frequency: Frequency): number {
  if (leaf.kind === 'word' || leaf.kind === 'prefix') return frequency(leaf.word)
  return Math.min(...leaf.words.map(frequency))
}
