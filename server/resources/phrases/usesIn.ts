import type { HighlightedPart } from '#shared/calls/search.ts'
import type { PoolTask } from '#server/workerPool/workerPool.ts'
import { blocksOf } from '#shared/delta/blocks.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { matchPhrase } from '#shared/text/query/stemPhrase.ts'
import { snippetsAround } from '#shared/text/query/snippets.ts'

const snippet_letters = 160

/** The texts of cases as JSON, or null, and a phrase. */
type PhraseTexts = { phrase: string; texts: readonly (string | null)[] }
export type Uses = { count: number; pieces: HighlightedPart[] }

/** How often each text contains a phrase, in its paragraphs and footnotes, and a snippet of the first passage. */
export function findUses({ phrase, texts }: PhraseTexts): Uses[] {
  const findIn = matchPhrase(phrase)
  return texts.map((json) => (json === null ? { count: 0, pieces: [] } : usesIn(JSON.parse(json) as Delta, findIn)))
}

export const usesTask = {
  file: import.meta.url,
  work: findUses,
  lettersOf: ({ texts }) => texts.reduce((sum, text) => sum + (text?.length ?? 0), 0),
  inline_letters: 50_000,
} satisfies PoolTask<PhraseTexts, Uses[]>

function usesIn(text: Delta, findIn: ReturnType<typeof matchPhrase>): Uses {
  const parts = [...blocksOf(text).map((block) => block.text), ...text.footnotes.map(({ content }) => content)]
  const found = parts.map((part) => ({ part, matches: findIn(part) })).filter(({ matches }) => matches.length > 0)
  const [first] = found
  const pieces: HighlightedPart[] = first
    ? (snippetsAround(first.part, first.matches, { count: 1, letters: snippet_letters })[0] ?? [])
    : []
  return { count: found.reduce((sum, { matches }) => sum + matches.length, 0), pieces }
}
