import type { Snippet } from '#shared/calls/search.ts'
import { blocksOf } from '#shared/delta/blocks.ts'
import type { Delta } from '#shared/delta/delta.ts'
import type { PoolTask } from '#server/workerPool/workerPool.ts'
import { type MatchedText, filterByProximity } from '#shared/text/query/filterByProximity.ts'
import type { HighlightQuery } from '#shared/text/query/highlightQuery.ts'
import { buildRunIndex, matchTerms, type RunIndex, type TextMatch, visitorOf } from '#shared/text/query/matchTerms.ts'
import { snippetsAround } from '#shared/text/query/snippets.ts'

const letters = 180
/** A third snippet is shown only if it has a term that the others do not show. */
const usualSnippets = 2
const maxSnippets = 3

type Part = Omit<Snippet, 'pieces'>

/**
 * What the snippets of a judgment are cut from: its paragraphs and footnotes that have text, `\n` after each, and the index of
 * their words, so that a search reads only those that can match.
 */
export type SnippetSource = { text: string; runs: RunIndex; parts: readonly (Part & { start: number; end: number })[] }

export function sourceOf(content: Pick<Delta, 'content' | 'footnotes'>): SnippetSource {
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
  const text = parts.map((part) => `${part.text}\n`).join('')
  let next = 0
  const placed = parts.map(({ text: { length }, ...part }) => {
    const start = next
    next += length + 1
    return { ...part, start, end: start + length }
  })
  return { text, runs: buildRunIndex(text), parts: placed }
}

/** The source of a text as JSON; a source stays as it is. */
export const parseSource = (text: string | SnippetSource): SnippetSource =>
  typeof text === 'string' ? sourceOf(JSON.parse(text) as Delta) : text

/** The texts of cards, those that are not parsed yet as JSON, and what is searched in them. */
export type CardTexts = { texts: readonly (string | SnippetSource)[]; query: HighlightQuery; isQuestion: boolean }

/** The snippets of each card. */
export function findSnippets({ texts, query, isQuestion }: CardTexts): Snippet[][] {
  const sources = texts.map(parseSource)
  return isQuestion ? findAnswers(sources, query) : sources.map((source) => findSnippetsIn(source, query))
}

/** The texts of a page of usual judgments are searched at once, in five milliseconds. */
export const snippetTask = {
  file: import.meta.url,
  work: findSnippets,
  lettersOf: ({ texts }: Pick<CardTexts, 'texts'>) =>
    texts.reduce((sum, text) => sum + (typeof text === 'string' ? text : text.text).length, 0),
  inline_letters: 400_000,
} satisfies PoolTask<CardTexts, Snippet[][]>

/**
 * Snippets: the paragraphs of a judgment with the most query terms, in text order, each cut around its matches. Without a
 * match, the first paragraph longer than a heading.
 */
export function findSnippetsIn(source: SnippetSource, query: HighlightQuery): Snippet[] {
  const weighed = weighParts(source, query)
  const chosen = choose(weighed.filter(({ matches }) => matches.length > 0))
  const shown = chosen.length > 0 ? chosen.sort((one, other) => one.index - other.index) : beginning(weighed)
  return shown.map((part) => snippetOf(part, letters))
}

/** The paragraphs and footnotes of a judgment with their matches. */
function weighParts({ text, runs, parts }: SnippetSource, { terms, near }: HighlightQuery): Weighed[] {
  const all = matchTerms(terms)(text, visitorOf(runs))
  let next = 0
  // No term continues in the next paragraph.
  const found = parts.map(({ start, end, ...part }, index) => {
    const matches: TextMatch[] = []
    for (let match = all[next]; match && match.start < end; match = all[(next += 1)])
      matches.push({ ...match, start: match.start - start, end: match.end - start })
    return { ...part, text: text.slice(start, end), index, matches }
  })
  return filterByProximity<MatchedPart>(found, near).map(weigh)
}

const snippetOf = ({ paragraph, printed, footnote, text, matches }: MatchedPart, size: number): Snippet => ({
  paragraph,
  printed,
  footnote,
  pieces: snippetsAround(text, matches, { count: 1, letters: size })[0] ?? [],
})

/** The length of the answering paragraph, and of the two that follow it. */
const answerLetters = [220, 120, 120] as const

/**
 * The snippets of a question: of each judgment the paragraphs that answer best, the best first, by BM25 over the paragraphs of
 * all of them. Without a match, as `findSnippetsIn`.
 */
export function findAnswers(sources: readonly SnippetSource[], query: HighlightQuery): Snippet[][] {
  const cases = sources.map((source) => weighParts(source, query))
  const score = bm25(cases.flat(), query.terms.length)
  return cases.map((parts) => {
    const scored = parts.map((part) => ({ part, score: score(part) })).filter((one) => one.score > 0)
    if (scored.length === 0) return beginning(parts).map((part) => snippetOf(part, letters))
    const best = scored.sort((one, other) => other.score - one.score)
    return answerLetters.flatMap((size, at) => (best[at] ? snippetOf(best[at].part, size) : []))
  })
}

/** The usual parameters of BM25, and the length below which a paragraph, such as a heading, is no shorter. */
const saturation = 1.2
const lengthWeight = 0.75
const minLetters = 160

/** The BM25 score of a paragraph among others; 0 without a match. */
function bm25(parts: readonly Weighed[], count: number) {
  const lengthOf = ({ text }: Weighed) => Math.max(text.length, minLetters)
  const average = parts.reduce((sum, part) => sum + lengthOf(part), 0) / parts.length
  const idfs = Array.from({ length: count }, (_, term) =>
    bm25Idf(parts.length, parts.filter(({ terms }) => terms.has(term)).length),
  )
  return (part: Weighed) => {
    const expected = saturation * (1 - lengthWeight + (lengthWeight * lengthOf(part)) / average)
    return [...part.terms].reduce((sum, term) => {
      const times = part.matches.filter((match) => match.term === term).length
      return sum + ((idfs[term] ?? 0) * times * (saturation + 1)) / (times + expected)
    }, 0)
  }
}

/** The idf of BM25: smoothed by half a paragraph, as there are few of them. */
const bm25Idf = (total: number, count: number) => Math.log(1 + (total - count + 0.5) / (count + 0.5))

type MatchedPart = Part & MatchedText & { index: number }
type Weighed = MatchedPart & { terms: Set<number> }

const weigh = (found: MatchedPart): Weighed => ({ ...found, terms: new Set(found.matches.map(({ term }) => term)) })

/** Greedy selection: the most new terms first, then the most matches, then the longer part. */
function choose(parts: readonly Weighed[]): Weighed[] {
  const chosen: Weighed[] = []
  const shown = new Set<number>()
  const fresh = ({ terms }: Weighed) => [...terms].filter((term) => !shown.has(term)).length
  while (chosen.length < maxSnippets) {
    const score = (part: Weighed) =>
      fresh(part) * 1000 + part.matches.length * 10 + Math.min(part.text.length, letters) / 10
    const left = parts.filter((part) => !chosen.includes(part))
    const best = left.sort((one, other) => score(other) - score(one))[0]
    if (!best || (chosen.length >= usualSnippets && fresh(best) === 0)) break
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
