import { isLeaf, type Node } from '#shared/text/query/tree.ts'

/**
 * The same node with every NOT at a leaf or a nearness, and with what is deepest first in each group: the parser of
 * FTS5 keeps a stack of a hundred, on which a bracket that comes last costs three places and one that comes first one.
 */
export function shallow(node: Node): Node {
  return deepestFirst(inward(node, false))
}

function inward(node: Node, negated: boolean): Node {
  if (node.kind === 'not') return inward(node.of, !negated)
  if (node.kind === 'and' || node.kind === 'or') {
    const of = node.of.map((part) => inward(part, negated))
    return (node.kind === 'and') === negated ? { kind: 'or', of } : { kind: 'and', of }
  }
  return negated ? { kind: 'not', of: node } : node
}

function deepestFirst(node: Node): Node {
  if (node.kind !== 'and' && node.kind !== 'or') return node
  const parts = node.of.map(deepestFirst)
  const depths = new Map(parts.map((part) => [part, depthOf(part)]))
  const of = parts.toSorted((one, other) => (depths.get(other) ?? 0) - (depths.get(one) ?? 0))
  return { kind: node.kind, of }
}

const depthOf = (node: Node): number => (isLeaf(node) ? 1 : 1 + Math.max(...[node.of].flat().map(depthOf)))
