import type { HighlightedPart } from '#shared/calls/search.ts'
import { blocksOf } from '#shared/delta/blocks.ts'
import type { Delta } from '#shared/delta/delta.ts'
import type { matchPhrase } from '#shared/text/query/stemPhrase.ts'
import { snippetsAround } from '#shared/text/query/snippets.ts'

const snippet_letters = 160

/** How often a text contains a phrase, in its paragraphs and footnotes, and a snippet of the first passage. */
export function usesIn(text: Delta, findIn: ReturnType<typeof matchPhrase>) {
  const parts = [...blocksOf(text).map((block) => block.text), ...text.footnotes.map(({ content }) => content)]
  const found = parts.map((part) => ({ part, matches: findIn(part) })).filter(({ matches }) => matches.length > 0)
  const [first] = found
  const pieces: HighlightedPart[] = first
    ? (snippetsAround(first.part, first.matches, { count: 1, letters: snippet_letters })[0] ?? [])
    : []
  return { count: found.reduce((sum, { matches }) => sum + matches.length, 0), pieces }
}
