import { limits } from '#shared/limits.ts'
import type { Token } from './token.ts'
import type { RepairLog } from './repairLog.ts'
import { isLeaf, type Node } from './tree.ts'

type Operand = { kind: 'operand'; node: Node; /** In quotes or brackets. */ structured: boolean }
type Connector = Extract<Token, { kind: 'operator' | 'near' | 'paragraph' }>
export type Item = Operand | Connector

/**
 * Builds the syntax tree of one pair of brackets. Operator precedence, tightest first: OR, `w/5`, `w/p`, NOT, AND. Adjacent
 * operands are joined by AND. This is the precedence of the legal databases that lawyers already use.
 */
export function buildTree(items: readonly Item[], repairLog: RepairLog): Node | undefined {
  const parts = split(dropDangling(items, repairLog), (item) => isOperator(item, 'and'))
  return andOrNone(parts.flatMap((part) => statements(part).map((statement) => buildStatement(statement, repairLog))))
}

/** Builds the node of `NEAR(… , 5)`, whose operands are leaves or an OR of leaves. */
export function buildProximityGroup(items: readonly Item[], distance: number, repairLog: RepairLog): Node | undefined {
  const connected = dropDangling(items, repairLog)
  const other = connected.find((item) => item.kind !== 'operand' && !isOperator(item, 'or'))
  const of = other ? [] : statements(connected).map((statement) => buildOr(statement))
  if (of.length < 2 || !areNearable(of)) {
    if (of.length !== 1) repairLog.report('near-mixed', 'NEAR')
    return buildTree(connected, repairLog)
  }
  return { kind: 'near', of, distance: capDistance(distance, repairLog) }
}

function capDistance(distance: number, repairLog: RepairLog) {
  if (distance > limits.search.max_near) repairLog.report('near-capped', String(limits.search.max_near))
  return Math.min(Math.max(distance, 1), limits.search.max_near)
}

const isOperator = (item: Item | undefined, operator: string) => item?.kind === 'operator' && item.operator === operator

/** Drops and reports dangling operators: those at either end and those that follow another operator. */
function dropDangling(items: readonly Item[], repairLog: RepairLog): Item[] {
  const connected: Item[] = []
  for (const item of items) {
    const isValid = item.kind === 'operand' || isOperator(item, 'not') || connected.at(-1)?.kind === 'operand'
    if (isValid) connected.push(item)
    else repairLog.report('operator-alone', item.text.trim())
  }
  const end = connected.findLastIndex(({ kind }) => kind === 'operand') + 1
  const dangling = connected.slice(end).map((item) => (item.kind === 'operand' ? '' : item.text.trim()))
  if (dangling.length > 0) repairLog.report('operator-alone', dangling.join(' '))
  return connected.slice(0, end)
}

/** Splits items into statements: a new one begins at an operand or a NOT that follows an operand. */
function statements(items: readonly Item[]): Item[][] {
  const result: Item[][] = []
  for (const [index, item] of items.entries()) {
    const previous = items[index - 1]
    const begins = item.kind === 'operand' || isOperator(item, 'not')
    if (!previous || (begins && previous.kind === 'operand')) result.push([item])
    else result.at(-1)?.push(item)
  }
  return result
}

/** `NOT a OR b w/5 c`: a leading NOT negates the whole statement. */
function buildStatement(items: readonly Item[], repairLog: RepairLog): Node {
  const negations = items.findIndex((item) => !isOperator(item, 'not'))
  const paragraphs = split(items.slice(negations), (item) => item.kind === 'paragraph')
  const node = buildPairs(
    paragraphs.map((part) => ({ node: buildProximity(part, repairLog), at: 'w/p' })),
    (of) => ({ kind: 'paragraph', of }),
    repairLog,
  )
  return negations % 2 === 1 ? { kind: 'not', of: node } : node
}

function buildProximity(items: readonly Item[], repairLog: RepairLog): Node {
  const parts = split(items, (item) => item.kind === 'near')
  const distances = items.flatMap((item) => (item.kind === 'near' ? [item] : []))
  return buildPairs(
    parts.map((part, index) => ({ node: buildOr(part), at: distances[index - 1]?.text.trim() ?? '' })),
    (of, index) => ({ kind: 'near', of, distance: capDistance(distances[index]?.distance ?? 1, repairLog) }),
    repairLog,
  )
}

type Part = { node: Node; /** The text of the connector before it. */ at: string }

/** Joins each part with the next one. Operands that proximity cannot join are joined by AND and reported. */
function buildPairs(parts: readonly Part[], join: (of: Node[], index: number) => Node, repairLog: RepairLog): Node {
  const nodes = parts.map(({ node }) => node)
  if (nodes.length === 1) return orOf(nodes)
  if (areNearable(nodes))
    return andOf(nodes.slice(1).map((node, index) => join([...nodes.slice(index, index + 1), node], index)))
  repairLog.report('near-mixed', parts[1]?.at ?? '')
  return andOf(nodes)
}

/** `a OR NOT b OR c` */
function buildOr(items: readonly Item[]): Node {
  return orOf(
    split(items, (item) => isOperator(item, 'or')).flatMap((part) => {
      const operand = part.find((item) => item.kind === 'operand')
      if (!operand) return []
      return part.length % 2 === 1 ? [operand.node] : [{ kind: 'not' as const, of: operand.node }]
    }),
  )
}

/** Limits the combinations of alternatives, because each combination becomes a query of its own. */
function areNearable(nodes: readonly Node[]): boolean {
  const choices = nodes.map((node) =>
    isLeaf(node) ? 1 : node.kind === 'or' && node.of.every(isLeaf) ? node.of.length : 0,
  )
  const count = choices.reduce((product, size) => product * size, 1)
  return count > 0 && count <= limits.search.max_near_choices
}

const orOf = (of: Node[]): Node => (of.length === 1 && of[0] ? of[0] : { kind: 'or', of })
const andOf = (of: Node[]): Node => (of.length === 1 && of[0] ? of[0] : { kind: 'and', of })
const andOrNone = (of: Node[]): Node | undefined => (of.length === 0 ? undefined : andOf(of))

function split(items: readonly Item[], at: (item: Item) => boolean): Item[][] {
  const parts: Item[][] = [[]]
  for (const item of items) {
    if (at(item)) parts.push([])
    else parts.at(-1)?.push(item)
  }
  return parts
}
