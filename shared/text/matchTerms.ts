import { formsOf } from './analyse.ts'
import { foldText } from './fold.ts'
import { buildMatcher, initialFrom, initialOf, initialsFrom, type WordMatcher } from './matchWord.ts'
import type { Term } from './query.ts'
import { isLetter, type Word } from './words.ts'
import { writtenForm } from './written.ts'

/** The longest term that stands at a place of a text, and of how many words it is. */
export type Standing = (
  text: string,
  words: readonly Word[],
  place: number,
) => { term: number; size: number } | undefined

/**
 * What finds the terms of a query in texts. A word is found in every spelling and inflection; words in quotes as they are
 * written; a beginning in whatever begins so. It is built once for the same list of terms.
 */
export function matchTerms(terms: readonly Term[]): Standing {
  const known = built.get(terms)
  if (known) return known
  const standing = build(terms, wordMatchers)
  built.set(terms, standing)
  return standing
}

const built = new WeakMap<readonly Term[], Standing>()

/** The same for somebody who is typing: the last word of what is not in quotes may go on. */
export const matchUnfinished = (terms: readonly Term[]): Standing =>
  build(terms, (term) => {
    const [last = '', matches] = [term.words.at(-1), wordMatchers(term)]
    const goesOn: WordMatcher = (word) => word.startsWith(last) || matches.at(-1)?.(word) === true
    return term.quoted ? matches : [...matches.slice(0, -1), goesOn]
  })

function build(terms: readonly Term[], matchersOf: (term: Term) => WordMatcher[]): Standing {
  // The longest first, so that the first that stands is the one to mark.
  const matchers = terms
    .map((term, index) => ({ term, index, words: matchersOf(term) }))
    .sort((one, other) => other.words.length - one.words.length)
  const initials = new Set(
    terms.flatMap(({ words: [word = ''] }) => [...initialsFrom(word), ...formsOf(word).map(initialOf)]),
  )
  return (text, words, place) => {
    const next = words[place]
    // Most words begin otherwise, and need not be looked at.
    if (!next || !initials.has(initialAt(text, next))) return undefined
    const { word } = next
    for (const matcher of matchers)
      if (matcher.words[0]?.(word) && standsAt(text, words, place, matcher))
        return { term: matcher.index, size: matcher.words.length }
    return undefined
  }
}

/** How a word begins, without folding the whole of it where that can be seen. */
function initialAt(text: string, next: Word): number {
  const { start, end } = next
  const first = text.charCodeAt(start)
  const second = start + 1 < end ? text.charCodeAt(start + 1) : 0
  if (!isLetter(first) || (second !== 0 && !isLetter(second))) return initialOf(next.word)
  // A vowel sign is folded to itself.
  return initialFrom(foldedUnit(first), second)
}

// What a letter is folded to, found once: 0 is not known yet.
const foldedUnits = new Uint16Array(65_536)

const foldedUnit = (unit: number) =>
  foldedUnits[unit] || (foldedUnits[unit] = foldText(String.fromCharCode(unit)).charCodeAt(0))

type TermMatcher = { term: Term; words: readonly WordMatcher[] }

function standsAt(text: string, all: readonly Word[], place: number, { term, words }: TermMatcher) {
  return words.every((matches, offset) => {
    const word = all[place + offset]
    if (!word || !matches(word.word)) return false
    if (!term.quoted) return true
    return writtenForm(text.slice(word.start, word.end), word.word) === (term.written ?? term.words)[offset]
  })
}

function wordMatchers({ words, quoted, prefix }: Term): WordMatcher[] {
  const [word = '', ...others] = words
  if (prefix) return [(one) => one.startsWith(word)]
  if (quoted || others.length > 0) return words.map((one) => buildMatcher([one], { exact: true }))
  return [buildMatcher([word])]
}
