import { leavesOf } from '#shared/text/query/simplify.ts'
import { isLeaf, isNear, type Leaf, type NearNode, type Node } from '#shared/text/query/tree.ts'

/** A query within the cost budget: whether terms were dropped, and the proximity that became a ranking signal. */
type BudgetedQuery = {
  root: Node
  termsDropped: boolean
  /** The proximity nodes that became AND, the rarest first, each reduced to its two rarest parts. */
  relaxedNear: NearNode[]
}

type Frequency = (word: string) => number

/** The highest total of rows with the terms of a query: for all terms, and for those of proximity nodes. */
type Budget = { all: number; near: number }

/**
 * Rewrites a query to fit a cost budget: expensive proximity becomes AND, then the most frequent terms (lowest idf) are
 * dropped. The rarest part always stays, and negated parts are unchanged.
 */
export function dropFrequentTerms(root: Node, frequency: Frequency, budget: Budget): BudgetedQuery {
  const cost = (part: Node) => costOf(part, frequency)
  const nearCost = (part: Node) => costOfNear(part, frequency)
  const near = overBudget(partsOf(root).filter(isNear), nearCost, budget.near)
  const relaxed = mapNear(root, (one) => (near.includes(one) ? { kind: 'and', of: one.of } : one))
  const [, ...others] = cheapestFirst(partsOf(relaxed), cost)
  const dropped = overBudget(partsOf(relaxed), cost, budget.all).filter((part) => others.includes(part))
  const affordable = without(relaxed, new Set(dropped)) ?? relaxed
  const rarest = (part: Node) =>
    leavesOf(part).sort((one, other) => rowsOf(one, frequency) - rowsOf(other, frequency))[0] ?? part
  const relaxedNear = near.map((one) => ({ ...one, of: cheapestFirst(one.of.map(rarest), cost).slice(0, 2) }))
  return { root: affordable, termsDropped: affordable !== relaxed, relaxedNear }
}

type Cost = (part: Node) => number

const cheapestFirst = <Part extends Node>(parts: readonly Part[], cost: Cost): Part[] =>
  parts.toSorted((one, other) => cost(one) - cost(other))

/** The parts that exceed the budget after all cheaper parts. */
function overBudget<Part extends Node>(parts: readonly Part[], cost: Cost, budget: number): Part[] {
  let spent = 0
  return cheapestFirst(parts, cost).filter((part) => (spent += cost(part)) > budget)
}

/** Maps the proximity nodes; returns the same object if nothing changes. */
function mapNear(node: Node, change: (near: NearNode) => Node): Node {
  if (isNear(node)) return change(node)
  if (!isGroup(node)) return node
  const of = node.of.map((part) => mapNear(part, change))
  return of.every((part, at) => part === node.of[at]) ? node : { ...node, of }
}

type Group = Extract<Node, { kind: 'and' | 'or' }>
const isGroup = (node: Node): node is Group => node.kind === 'and' || node.kind === 'or'

/** The words and proximity nodes that may be dropped, each once. */
const partsOf = (node: Node): Node[] => [...new Set(eachPart(node))]

function eachPart(node: Node): Node[] {
  if (node.kind === 'word' || isNear(node)) return [node]
  return isGroup(node) ? node.of.flatMap(eachPart) : []
}

const costOf = (part: Node, frequency: Frequency) =>
  leavesOf(part).reduce((sum, leaf) => sum + (leaf.kind === 'word' ? frequency(leaf.word) : 0), 0)

/** In the rows of the rarest part it is looked for where the others stand. */
function costOfNear(part: Node, frequency: Frequency): number {
  const parts = isNear(part) ? part.of : []
  const rows = parts.map((one) => leavesOf(one).reduce((sum, leaf) => sum + rowsOf(leaf, frequency), 0))
  return parts.length * Math.min(...rows)
}

/** A phrase has at most as many rows as its rarest word. */
function rowsOf(leaf: Leaf, frequency: Frequency): number {
  if (leaf.kind === 'word' || leaf.kind === 'prefix') return frequency(leaf.word)
  return Math.min(...leaf.words.map(frequency))
}

function without(node: Node, dropped: ReadonlySet<Node>): Node | undefined {
  if (dropped.has(node)) return undefined
  if (dropped.size === 0 || isLeaf(node) || !isGroup(node)) return node
  const of = node.of.flatMap((part) => without(part, dropped) ?? [])
  // A group of negations only would match every case.
  if (of.every((part) => part.kind === 'not') && !node.of.every((part) => part.kind === 'not')) return undefined
  return of.length === 1 && of[0] ? of[0] : { kind: node.kind, of }
}
