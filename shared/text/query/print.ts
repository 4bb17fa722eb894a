import { dhivehiOperators } from './operators.ts'
import { filterNames, type Node, type ParsedQuery, visit, type Visitors } from './tree.ts'

/** A query as it was understood, in its own language: read again it is the same. */
export function printQuery({ root, filters }: Pick<ParsedQuery, 'root' | 'filters'>): string {
  const given = filterNames.flatMap((name) => [filters[name] ?? []].flat().map((value) => `${name}:"${value}"`))
  return [...(root ? [printNode(root)] : []), ...given].join(' ')
}

export const printNode = (node: Node): string => visit(node, printers)

const printers: Visitors<string> = {
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
