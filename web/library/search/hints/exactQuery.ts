import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { leavesOf } from '#shared/text/query/simplify.ts'

/** The query with each of its words in quotes: it is searched without other spellings, words and languages. */
export function exactQuery(query: string, isCode?: IsCode): string {
  const { root } = parseQuery(query, isCode)
  const words = root ? leavesOf(root).filter(({ kind }) => kind === 'word') : []
  const quoted = words
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}"${text.slice(start, end)}"${text.slice(end)}`, query)
  // The tree has a repeated word once.
  return quoted === query ? query : exactQuery(quoted, isCode)
}
