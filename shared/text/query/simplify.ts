import type { Mender } from './mender.ts'
import { printNode } from './print.ts'
import { isLeaf, type Leaf, type Node } from './tree.ts'

/** Nothing twice, nothing in needless brackets; a query that finds nearly everything by what it leaves out is told. */
export function simplify(root: Node | undefined, mender: Mender): Node | undefined {
  if (!root) return undefined
  const simple = simplifyNode(root)
  if (isNegative(simple)) mender.mend(termsOf(simple).length > 0 ? 'or-negative' : 'only-negative', printNode(simple))
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

/** Is it enough that something is not there? */
function isNegative(node: Node): boolean {
  if (node.kind === 'and') return node.of.every(isNegative)
  return node.kind === 'not' || (node.kind === 'or' && node.of.some(isNegative))
}

/** The leaves that are looked for, each once. */
export function termsOf(root: Node): Leaf[] {
  const found = leavesOf(root, (node) => node.kind !== 'not')
  return [...new Map(found.map((leaf) => [identity(leaf), leaf])).values()]
}

/** All leaves of a node, in order; `enters` says of which nodes. */
export function leavesOf(node: Node, enters: (node: Node) => boolean = () => true): Leaf[] {
  if (isLeaf(node)) return [node]
  return enters(node) ? [node.of].flat().flatMap((part) => leavesOf(part, enters)) : []
}

const identity = (node: Node) => `${node.kind} ${printNode(node)}`
