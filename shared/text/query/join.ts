import { limits } from '../../limits.ts'
import type { Token } from './lexer.ts'
import type { Mender } from './mender.ts'
import { isLeaf, type Node } from './tree.ts'

type Operand = { kind: 'operand'; node: Node; /** In quotes or brackets. */ structured: boolean }
type Joining = Extract<Token, { kind: 'operator' | 'near' | 'paragraph' }>
export type Item = Operand | Joining

/**
 * What stands in one pair of brackets, joined. OR binds closest, then `w/5`, then `w/p`, then NOT, then AND, which is
 * also meant where nothing stands between: as lawyers know it from their libraries.
 */
export function joinItems(items: readonly Item[], mender: Mender): Node | undefined {
  const parts = split(dropDangling(items, mender), (item) => isOperator(item, 'and'))
  return all(parts.flatMap((part) => statements(part).map((statement) => joinStatement(statement, mender))))
}

/** The operands of `NEAR(… , 5)`: leaves, or any of some. */
export function joinNear(items: readonly Item[], distance: number, mender: Mender): Node | undefined {
  const joined = dropDangling(items, mender)
  const other = joined.find((item) => item.kind !== 'operand' && !isOperator(item, 'or'))
  const of = other ? [] : statements(joined).map((statement) => joinAny(statement))
  if (of.length < 2 || !areNearable(of)) {
    if (of.length !== 1) mender.mend('near-mixed', 'NEAR')
    return joinItems(joined, mender)
  }
  return { kind: 'near', of, distance: capDistance(distance, mender) }
}

function capDistance(distance: number, mender: Mender) {
  if (distance > limits.search.max_near) mender.mend('near-capped', String(limits.search.max_near))
  return Math.min(Math.max(distance, 1), limits.search.max_near)
}

const isOperator = (item: Item | undefined, operator: string) => item?.kind === 'operator' && item.operator === operator

/** Operators that have nothing to join: at either end, or one behind another. */
function dropDangling(items: readonly Item[], mender: Mender): Item[] {
  const kept: Item[] = []
  for (const item of items) {
    const stands = item.kind === 'operand' || isOperator(item, 'not') || kept.at(-1)?.kind === 'operand'
    if (stands) kept.push(item)
    else mender.mend('operator-alone', item.text.trim())
  }
  const end = kept.findLastIndex(({ kind }) => kind === 'operand') + 1
  const dangling = kept.slice(end).map((item) => (item.kind === 'operand' ? '' : item.text.trim()))
  if (dangling.length > 0) mender.mend('operator-alone', dangling.join(' '))
  return kept.slice(0, end)
}

/** Where two operands stand side by side, or a NOT behind one, another statement begins. */
function statements(items: readonly Item[]): Item[][] {
  const found: Item[][] = []
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    const begins = item.kind === 'operand' || isOperator(item, 'not')
    if (!before || (begins && before.kind === 'operand')) found.push([item])
    else found.at(-1)?.push(item)
  }
  return found
}

/** `NOT a OR b w/5 c`: a NOT in front is about all of it. */
function joinStatement(items: readonly Item[], mender: Mender): Node {
  const negations = items.findIndex((item) => !isOperator(item, 'not'))
  const paragraphs = split(items.slice(negations), (item) => item.kind === 'paragraph')
  const node = joinPairs(
    paragraphs.map((part) => ({ node: joinNearby(part, mender), at: 'w/p' })),
    (of) => ({ kind: 'paragraph', of }),
    mender,
  )
  return negations % 2 === 1 ? { kind: 'not', of: node } : node
}

function joinNearby(items: readonly Item[], mender: Mender): Node {
  const parts = split(items, (item) => item.kind === 'near')
  const distances = items.flatMap((item) => (item.kind === 'near' ? [item] : []))
  return joinPairs(
    parts.map((part, index) => ({ node: joinAny(part), at: distances[index - 1]?.text.trim() ?? '' })),
    (of, index) => ({ kind: 'near', of, distance: capDistance(distances[index]?.distance ?? 1, mender) }),
    mender,
  )
}

type Part = { node: Node; /** What joins it to the part before. */ at: string }

/** Each with the next; what cannot stand near another thing is looked for anywhere. */
function joinPairs(parts: readonly Part[], join: (of: Node[], index: number) => Node, mender: Mender): Node {
  const nodes = parts.map(({ node }) => node)
  if (nodes.length === 1) return any(nodes)
  if (areNearable(nodes))
    return allOf(nodes.slice(1).map((node, index) => join([...nodes.slice(index, index + 1), node], index)))
  mender.mend('near-mixed', parts[1]?.at ?? '')
  return allOf(nodes)
}

/** `a OR NOT b OR c` */
function joinAny(items: readonly Item[]): Node {
  return any(
    split(items, (item) => isOperator(item, 'or')).flatMap((part) => {
      const operand = part.find((item) => item.kind === 'operand')
      if (!operand) return []
      return part.length % 2 === 1 ? [operand.node] : [{ kind: 'not' as const, of: operand.node }]
    }),
  )
}

/** Every choice between them is looked for on its own, so there may be only so many. */
function areNearable(nodes: readonly Node[]): boolean {
  const choices = nodes.map((node) =>
    isLeaf(node) ? 1 : node.kind === 'or' && node.of.every(isLeaf) ? node.of.length : 0,
  )
  const count = choices.reduce((product, size) => product * size, 1)
  return count > 0 && count <= limits.search.max_near_choices
}

const any = (of: Node[]): Node => (of.length === 1 && of[0] ? of[0] : { kind: 'or', of })
const allOf = (of: Node[]): Node => (of.length === 1 && of[0] ? of[0] : { kind: 'and', of })
const all = (of: Node[]): Node | undefined => (of.length === 0 ? undefined : allOf(of))

function split(items: readonly Item[], at: (item: Item) => boolean): Item[][] {
  const parts: Item[][] = [[]]
  for (const item of items) {
    if (at(item)) parts.push([])
    else parts.at(-1)?.push(item)
  }
  return parts
}
