import { leavesOf } from '#shared/text/query/simplify.ts'
import { isLeaf, isNear, type Leaf, type NearNode, type Node } from '#shared/text/query/tree.ts'

/** A query that may be asked: what was left out of it, and what it is no longer bound to but ranked by. */
export type BudgetedQuery = {
  root: Node
  termsDropped: boolean
  /** Words near each other that are looked for anywhere in a case, the rarest first: of each the two rarest. */
  relaxedNear: NearNode[]
}

type Frequency = (word: string) => number

/** Rows that the words of a query may stand in together; all of them, and those that are to be near each other. */
export type Budget = { all: number; near: number }

/**
 * A query that costs no more than the budget. Words near each other that stand in too many rows are wanted in one case,
 * wherever they stand. Of all words that stand in too many rows the most frequent are left out: they tell the least. The
 * rarest part stays, and nothing is taken from what is left out.
 */
export function dropFrequentTerms(root: Node, frequency: Frequency, budget: Budget): BudgetedQuery {
  const cost = (part: Node) => costOf(part, frequency)
  const nearCost = (part: Node) => costOfNear(part, frequency)
  const near = overBudget(partsOf(root).filter(isNear), nearCost, budget.near)
  const loose = mapNear(root, (one) => (near.includes(one) ? { kind: 'and', of: one.of } : one))
  const [, ...others] = cheapestFirst(partsOf(loose), cost)
  const dropped = overBudget(partsOf(loose), cost, budget.all).filter((part) => others.includes(part))
  const light = without(loose, new Set(dropped)) ?? loose
  const rarest = (part: Node) =>
    leavesOf(part).sort((one, other) => rowsOf(one, frequency) - rowsOf(other, frequency))[0] ?? part
  const relaxedNear = near.map((one) => ({ ...one, of: cheapestFirst(one.of.map(rarest), cost).slice(0, 2) }))
  return { root: light, termsDropped: light !== loose, relaxedNear }
}

type Cost = (part: Node) => number

const cheapestFirst = <Part extends Node>(parts: readonly Part[], cost: Cost): Part[] =>
  parts.toSorted((one, other) => cost(one) - cost(other))

/** Those for which there is no room any more behind all that cost less. */
function overBudget<Part extends Node>(parts: readonly Part[], cost: Cost, budget: number): Part[] {
  let spent = 0
  return cheapestFirst(parts, cost).filter((part) => (spent += cost(part)) > budget)
}

/** Changes what asks for nearness; the same node where nothing is changed. */
function mapNear(node: Node, change: (near: NearNode) => Node): Node {
  if (isNear(node)) return change(node)
  if (!isGroup(node)) return node
  const of = node.of.map((part) => mapNear(part, change))
  return of.every((part, at) => part === node.of[at]) ? node : { ...node, of }
}

type Group = Extract<Node, { kind: 'and' | 'or' }>
const isGroup = (node: Node): node is Group => node.kind === 'and' || node.kind === 'or'

/** Words, and words near each other, that may be left out; one that is near two others comes once. */
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

/** Words side by side stand in no more rows than the rarest of them. */
function rowsOf(leaf: Leaf, frequency: Frequency): number {
  if (leaf.kind === 'word' || leaf.kind === 'prefix') return frequency(leaf.word)
  return Math.min(...leaf.words.map(frequency))
}

function without(node: Node, dropped: ReadonlySet<Node>): Node | undefined {
  if (dropped.has(node)) return undefined
  if (dropped.size === 0 || isLeaf(node) || !isGroup(node)) return node
  const of = node.of.flatMap((part) => without(part, dropped) ?? [])
  // What is left of a group that only leaves out would find everything.
  if (of.every((part) => part.kind === 'not') && !node.of.every((part) => part.kind === 'not')) return undefined
  return of.length === 1 && of[0] ? of[0] : { kind: node.kind, of }
}
