import type { HighlightedPart } from '#shared/calls/search.ts'
import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { filterByProximity } from '#shared/text/query/filterByProximity.ts'
import { matchTerms } from '#shared/text/query/matchTerms.ts'
import { toCardHighlightQuery, withExtraWords } from '#shared/text/query/highlightQuery.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { memoize } from '#shared/text/language/memoize.ts'

/** Splits a short text of a card into plain and highlighted parts. */
export type Highlighter = (text: string) => readonly HighlightedPart[]

/** The number of memoized texts: cards render again with each keystroke. */
const cache_size = 200

/** Highlights the query and the words added by the server, as in the snippets of a card. */
export function createHighlighter(q: string, marks: readonly string[], isCode: IsCode): Highlighter {
  const { terms, near } = withExtraWords(toCardHighlightQuery(parseQuery(q, isCode)), marks)
  const find = matchTerms(terms)
  return memoize(cache_size, (text) =>
    splitAtMatches(
      text,
      filterByProximity([{ text, matches: find(text) }], near).flatMap(({ matches }) => matches),
    ),
  )
}

function splitAtMatches(text: string, matches: readonly { start: number; end: number }[]): HighlightedPart[] {
  const pieces: HighlightedPart[] = []
  const add = (from: number, to: number, marked: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), marked })
  }
  let offset = 0
  for (const { start, end } of matches) {
    add(offset, start, false)
    add(start, end, true)
    offset = end
  }
  add(offset, text.length, false)
  return pieces
}
