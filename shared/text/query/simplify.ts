import type { RepairLog } from './repairLog.ts'
import { dhivehiOperators } from './operators.ts'
import { isLeaf, type Leaf, type Node, visit, type Visitors } from './tree.ts'

/** Simplifies a syntax tree: removes duplicates and redundant nesting. Reports a query that matches by negation alone. */
export function simplify(root: Node | undefined, repairLog: RepairLog): Node | undefined {
  if (!root) return undefined
  const simple = simplifyNode(root)
  if (isNegative(simple))
    repairLog.report(termsOf(simple).length > 0 ? 'or-negative' : 'only-negative', printNode(simple))
  return simple
}

function simplifyNode(node: Node): Node {
  if (isLeaf(node)) return node
  if (node.kind === 'not') {
    const of = simplifyNode(node.of)
    return of.kind === 'not' ? of.of : { kind: 'not', of }
  }
  const parts = node.of.map(simplifyNode)
  if (node.kind === 'near' || node.kind === 'paragraph') return { ...node, of: parts }
  const flat = parts.flatMap((part) => (part.kind === node.kind ? part.of : [part]))
  const unique = [...new Map(flat.map((part) => [identity(part), part])).values()]
  return unique.length === 1 && unique[0] ? unique[0] : { kind: node.kind, of: unique }
}

/** True when the absence of a term is enough to match. */
function isNegative(node: Node): boolean {
  if (node.kind === 'and') return node.of.every(isNegative)
  return node.kind === 'not' || (node.kind === 'or' && node.of.some(isNegative))
}

/** The distinct leaves that are not negated. */
export function termsOf(root: Node): Leaf[] {
  const leaves = leavesOf(root, (node) => node.kind !== 'not')
  return [...new Map(leaves.map((leaf) => [identity(leaf), leaf])).values()]
}

/** All leaves below a node, in order; `enters` selects the nodes to descend into. */
export function leavesOf(node: Node, enters: (node: Node) => boolean = () => true): Leaf[] {
  if (isLeaf(node)) return [node]
  return enters(node) ? [node.of].flat().flatMap((part) => leavesOf(part, enters)) : []
}

const identity = (node: Node) => `${node.kind} ${printNode(node)}`

/** Prints a syntax tree in the query language; parsing the result gives the same tree. */
export const printNode = (node: Node): string => visit(node, printers)

const printers: Visitors<string> = {
  word: ({ word }) => (dhivehiOperators.has(word) ? `+${word}` : word),
  prefix: ({ word }) => `${word}*`,
  // A full stop keeps the words one chunk without forming a case number.
  phrase: ({ words, exact, quoted }) => (quoted ? `"${exact.join(' ')}"` : words.join('.')),
  number: ({ text }) => text,
  and: ({ of }) => `(${of.map(printNode).join(' AND ')})`,
  or: ({ of }) => `(${of.map(printNode).join(' OR ')})`,
  not: ({ of }) => `(NOT ${printNode(of)})`,
  near: ({ of, distance }) => `NEAR(${of.map(printNode).join(' ')}, ${distance})`,
  paragraph: ({ of }) => `(${of.map(printNode).join(' w/p ')})`,
}
