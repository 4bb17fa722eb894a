import type { Snippet } from '#shared/calls/search.ts'
import { blocksOf } from '#shared/delta/blocks.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { type MatchedText, filterByProximity } from '#shared/text/query/filterByProximity.ts'
import type { HighlightQuery } from '#shared/text/query/highlightQuery.ts'
import { findMatches, snippetsAround } from '#shared/text/query/snippets.ts'

const letters = 180
/** A third passage is shown only if it has a term that the others do not show. */
const usualPassages = 2
const maxPassages = 3

/**
 * Snippets: the paragraphs of a judgment with the most query terms, in text order, each cut around its matches. Without a
 * match, the first paragraph longer than a heading.
 */
export function findPassages(content: Delta, { terms, near }: HighlightQuery): Snippet[] {
  const blocks = blocksOf(content)
  const parts = [
    ...blocks.map(({ number, printed, text }) => ({ paragraph: number, printed, footnote: null, text })),
    ...content.footnotes.map((footnote, index) => ({
      paragraph: blocks.length + index + 1,
      printed: null,
      footnote: index + 1,
      text: footnote.content,
    })),
  ].filter(({ text }) => text.trim() !== '')
  const found = parts.map((part, index) => ({ ...part, index, matches: findMatches(part.text, terms) }))
  const weighed = filterByProximity<MatchedPart>(found, near).map(weigh)
  const chosen = choose(weighed.filter(({ matches }) => matches.length > 0))
  const shown = chosen.length > 0 ? chosen.sort((one, other) => one.index - other.index) : beginning(weighed)
  return shown.map(({ paragraph, printed, footnote, text, matches }) => ({
    paragraph,
    printed,
    footnote,
    pieces: snippetsAround(text, matches, { count: 1, letters })[0] ?? [],
  }))
}

type Part = Omit<Snippet, 'pieces'> & { text: string }
type MatchedPart = Part & MatchedText & { index: number }
type Weighed = MatchedPart & { terms: Set<number> }

const weigh = (found: MatchedPart): Weighed => ({ ...found, terms: new Set(found.matches.map(({ term }) => term)) })

/** Greedy selection: the most new terms first, then the most matches, then the longer part. */
function choose(parts: readonly Weighed[]): Weighed[] {
  const chosen: Weighed[] = []
  const shown = new Set<number>()
  const fresh = ({ terms }: Weighed) => [...terms].filter((term) => !shown.has(term)).length
  while (chosen.length < maxPassages) {
    const score = (part: Weighed) =>
      fresh(part) * 1000 + part.matches.length * 10 + Math.min(part.text.length, letters) / 10
    const left = parts.filter((part) => !chosen.includes(part))
    const best = left.sort((one, other) => score(other) - score(one))[0]
    if (!best || (chosen.length >= usualPassages && fresh(best) === 0)) break
    for (const term of best.terms) shown.add(term)
    chosen.push(best)
  }
  return chosen
}

const heading_letters = 60

function beginning(parts: readonly Weighed[]): Weighed[] {
  const first = parts.find(({ text }) => text.length > heading_letters) ?? parts[0]
  return first ? [first] : []
}
