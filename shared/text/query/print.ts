import { dhivehiOperators } from './operators.ts'
import { filterNames, type Node, type ParsedQuery } from './tree.ts'

/** A query as it was understood, in its own language: read again it is the same. */
export function printQuery({ root, filters }: Pick<ParsedQuery, 'root' | 'filters'>): string {
  const given = filterNames.flatMap((name) => [filters[name] ?? []].flat().map((value) => `${name}:"${value}"`))
  return [...(root ? [printNode(root)] : []), ...given].join(' ')
}

export function printNode(node: Node): string {
  return printers[node.kind](node as never)
}

type Printers = { [Kind in Node['kind']]: (node: Extract<Node, { kind: Kind }>) => string }

const printers: Printers = {
  word: ({ word }) => (dhivehiOperators.has(word) ? `+${word}` : word),
  prefix: ({ word }) => `${word}*`,
  // A full stop holds words together as they were, and makes no number of them.
  phrase: ({ words, written, quoted }) => (quoted ? `"${written.join(' ')}"` : words.join('.')),
  number: ({ text }) => text,
  and: ({ of }) => `(${of.map(printNode).join(' AND ')})`,
  or: ({ of }) => `(${of.map(printNode).join(' OR ')})`,
  not: ({ of }) => `(NOT ${printNode(of)})`,
  near: ({ of, distance }) => `NEAR(${of.map(printNode).join(' ')}, ${distance})`,
  paragraph: ({ of }) => `(${of.map(printNode).join(' w/p ')})`,
}
