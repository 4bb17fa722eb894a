import { printNode } from '#shared/text/query/simplify.ts'
import { filterNames, type ParsedQuery } from '#shared/text/query/tree.ts'

/** Prints a parsed query in the query language, so that a test can compare it as text. */
export function printQuery({ root, filters }: Pick<ParsedQuery, 'root' | 'filters'>): string {
  const printed = filterNames.flatMap((name) => [filters[name] ?? []].flat().map((value) => `${name}:"${value}"`))
  return [...(root ? [printNode(root)] : []), ...printed].join(' ')
}
