import { endsParagraph, tokenizeWords } from '#shared/text/language/tokenizer.ts'
import type { TextMatch } from './matchTerms.ts'
import { buildMatcher, type WordMatcher } from './wordMatcher.ts'

/** The names in a field that may hold several, as in the index: `a; b`. */
const separator = /[;,،؛/()]/

/** The words of each name of a phrase, folded; a name without a word is left out. */
export const namesOfPhrase = (phrase: string): string[][] =>
  phrase
    .split(separator)
    .map((name) => tokenizeWords(name).map(({ word }) => word))
    .filter((words) => words.length > 0)

/**
 * Builds the function that finds a phrase in texts: its words after each other in one paragraph, each in any spelling and
 * inflection. A quoted phrase of the query language matches its exact form only.
 */
export function matchPhrase(phrase: string): (text: string) => TextMatch[] {
  const names = namesOfPhrase(phrase)
    .sort((one, other) => other.length - one.length)
    .map((words) => words.map((word) => buildMatcher([word])))
  return (text) => {
    const words = tokenizeWords(text)
    const matches: TextMatch[] = []
    for (let index = 0; index < words.length; index += 1) {
      const length = names.find((name) => startsAt(text, words, { index, name }))?.length ?? 0
      const [first, last] = [words[index], words[index + length - 1]]
      if (length === 0 || !first || !last) continue
      matches.push({ start: first.start, end: last.end, term: 0 })
      index += length - 1
    }
    return matches
  }
}

type Words = ReturnType<typeof tokenizeWords>

const startsAt = (text: string, words: Words, { index, name }: { index: number; name: readonly WordMatcher[] }) =>
  name.every((matches, offset) => {
    const [previous, word] = [words[index + offset - 1], words[index + offset]]
    if (!word || !matches(word.word)) return false
    return offset === 0 || !endsParagraph(text.slice(previous?.end ?? 0, word.start))
  })
