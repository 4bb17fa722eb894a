import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { isThaana } from '#shared/text/language/spelling.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { filterByProximity } from '#shared/text/query/filterByProximity.ts'
import { findTermMatches } from '#shared/text/query/snippets.ts'
import { type TextMatch, matchWhileTyping } from '#shared/text/query/matchTerms.ts'
import { toHighlightQuery, withExtraWords } from '#shared/text/query/highlightQuery.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import type { Span } from './textMap.ts'

/** A match of a term: whole words, so that no letter is separated from its vowel sign. */
type TermMatch = TextMatch

/** A search: its query, and the words that the server added to it. */
export type SearchContext = { query: string; marks: readonly string[] }

/** The matches of a search: the text that result cards highlight. */
export function findSearchMatches(
  text: string,
  { query, marks }: SearchContext,
  isCode?: IsCode,
): readonly TermMatch[] {
  const { terms, near } = withExtraWords(toHighlightQuery(parseQuery(query, isCode)), marks)
  // Measured: the words of a long text are read in a tenth of a second.
  if (terms.length === 0) return []
  return filterByProximity([{ text, matches: findTermMatches(text, terms) }], near).flatMap(({ matches }) => matches)
}

/**
 * The matches of a query in any spelling and inflection. The last word of a term may be a prefix. Quoted phrases match
 * exactly, proximity operators apply, and a case number is one term. `isCode` recognizes the court codes of the
 * library; `meanings`: what the glossary calls an English query in Dhivehi.
 */
export function findInText(
  text: string,
  query: string,
  { isCode, meanings = [] }: { isCode?: IsCode; meanings?: readonly string[] } = {},
): readonly TermMatch[] {
  const words = meanings.length > 0 ? meanings.map(longestWord) : thaanaWordsIn(text, query)
  const { terms, near } = withExtraWords(toHighlightQuery(parseQuery(query, isCode)), words)
  return filterByProximity([{ text, matches: matchWhileTyping(terms)(text) }], near).flatMap(({ matches }) => matches)
}

/** Of an expression: its other words occur everywhere. */
const longestWord = (expression: string) =>
  tokenizeWords(expression)
    .map(({ word }) => word)
    .reduce((one, other) => (other.length > one.length ? other : one), '')

/** The most words of a text that are found by the letters of one Latin word. */
const max_transliterations = 200

/** The Thaana words of a text that sound like a Latin word of the query, or start like one, as in the search. */
function thaanaWordsIn(text: string, query: string): string[] {
  const sounds = tokenizeWords(query).flatMap(({ word }) => (isTransliterable(word) ? [phoneticKey(word)] : []))
  if (sounds.length === 0) return []
  const bySound = wordsBySound(text)
  return sounds.flatMap((sound) =>
    bySound.flatMap(([key, word]) => (key.startsWith(sound) ? [word] : [])).slice(0, max_transliterations),
  )
}

/** Two letters or fewer are the beginning of too many words. */
const isTransliterable = (word: string) => /^(?=.*[aeiouy])[a-z]{3,}$/.test(word)

/** The folded Thaana words of the last text, each once, with their phonetic keys. */
let vocabulary: { text: string; words: (readonly [key: string, word: string])[] } = { text: '', words: [] }

function wordsBySound(text: string) {
  if (vocabulary.text !== text) {
    const words = new Set(tokenizeWords(text).flatMap(({ word }) => (isThaana(word) ? [word] : [])))
    vocabulary = { text, words: [...words].map((word) => [phoneticKey(word), word] as const) }
  }
  return vocabulary.words
}

const proximity_characters = 240

/** The index of the first match near which the most terms occur: where the reader opens. */
export function bestMatchIndex(matches: readonly TermMatch[]): number {
  let best = { index: 0, terms: 0 }
  matches.forEach(({ start }, index) => {
    const terms = new Set<number>()
    for (let next = index; (matches[next]?.end ?? Infinity) - start <= proximity_characters; next += 1)
      terms.add(matches[next]?.term ?? 0)
    if (terms.size > best.terms) best = { index, terms: terms.size }
  })
  return best.index
}

/** The index of the first match within a span, or -1. */
export const firstMatchIn = (matches: readonly TermMatch[], { start, end }: Span): number =>
  matches.findIndex((match) => match.start >= start && match.end <= end)
