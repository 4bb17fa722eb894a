import { formsOf } from './analyse.ts'
import { foldText } from './fold.ts'
import { buildMatcher, initialFrom, initialOf, initialsFrom, type WordMatcher } from './matchWord.ts'
import type { Term } from './query.ts'
import { remember } from './remember.ts'
import { endsParagraph, eachSpan, snapToLetter, type Word, wordsInSpan } from './words.ts'
import { writtenForm } from './written.ts'

/** Where a term stands in the original text. */
export type Match = { start: number; end: number; term: number }

/** Every place where one of the terms stands, in order; they never overlap and never cut a letter from its vowel. */
export type Finder = (text: string) => Match[]

/**
 * What finds the terms of a query in texts. A word is found in every spelling and inflection; words in quotes as they are
 * written; a beginning in whatever begins so. It is built once for the same list of terms.
 */
export function matchTerms(terms: readonly Term[]): Finder {
  const known = built.get(terms)
  if (known) return known
  const finder = build(terms, wordMatchers)
  built.set(terms, finder)
  return finder
}

const built = new WeakMap<readonly Term[], Finder>()

/** The same for somebody who is typing: the last word of what is not in quotes may go on. */
export const matchUnfinished = (terms: readonly Term[]): Finder =>
  build(terms, (term) => {
    const [last = '', matches] = [term.words.at(-1), wordMatchers(term)]
    const goesOn: WordMatcher = (word) => word.startsWith(last) || matches.at(-1)?.(word) === true
    return term.quoted ? matches : [...matches.slice(0, -1), goesOn]
  })

function build(terms: readonly Term[], matchersOf: (term: Term) => WordMatcher[]): Finder {
  // The longest first, so that the first that stands is the one to mark.
  const matchers = terms
    .map((term, index) => ({ term, index, words: matchersOf(term) }))
    .sort((one, other) => other.words.length - one.words.length)
  const initials = new Set(
    terms.flatMap(({ words: [word = ''] }) => [...initialsFrom(word), ...formsOf(word).map(initialOf)]),
  )
  // A text says the same words again and again, and a query may hold very many.
  const beginning = remember(20_000, (word) => matchers.filter(({ words }) => words[0]?.(word)))
  return (text) => {
    const matches: Match[] = []
    let free = 0
    eachSpan(text, (begin, end, isPlain) => {
      // Most words begin otherwise, and are not even read.
      if (begin < free || (isPlain && !initials.has(initialIn(text, begin, end)))) return
      for (const [index, word] of wordsInSpan(text, begin, end).entries()) {
        const match = word.start < free ? undefined : standingAt({ text, begin, index, word }, beginning(word.word))
        if (!match) continue
        matches.push(match)
        free = match.end
      }
    })
    return matches
  }
}

/** How a word of letters begins, without folding the whole of it. A vowel sign is folded to itself. */
const initialIn = (text: string, start: number, end: number) =>
  initialFrom(foldedUnit(text.charCodeAt(start)), start + 1 < end ? text.charCodeAt(start + 1) : 0)

// What a letter is folded to, found once: 0 is not known yet.
const foldedUnits = new Uint16Array(65_536)

const foldedUnit = (unit: number) =>
  foldedUnits[unit] || (foldedUnits[unit] = foldText(String.fromCharCode(unit)).charCodeAt(0))

type TermMatcher = { term: Term; index: number; words: readonly WordMatcher[] }
/** A word by its number in the piece that begins there. */
type Place = { text: string; begin: number; index: number; word: Word }

/** The longest term that stands at a place of a text, of those whose first word does. */
function standingAt(place: Place, beginning: readonly TermMatcher[]): Match | undefined {
  for (const matcher of beginning) {
    const end = endOf(place, matcher)
    if (end !== undefined) return { start: place.word.start, end: snapToLetter(place.text, end), term: matcher.index }
  }
  return undefined
}

/** Where a term ends whose words all stand here, one after the other in one paragraph; read no further than they do. */
function endOf({ text, begin, index }: Place, matcher: TermMatcher): number | undefined {
  let [next, end] = [-index, -1]
  eachSpan(
    text,
    (from, to) =>
      !(end >= 0 && endsParagraph(text.slice(end, from))) &&
      wordsInSpan(text, from, to).every((word) => {
        if (next >= 0 && !stands(text, word, { matcher, next })) return false
        next += 1
        end = word.end
        return next < matcher.words.length
      }),
    begin,
  )
  return next === matcher.words.length ? end : undefined
}

function stands(text: string, { word, start, end }: Word, { matcher, next }: { matcher: TermMatcher; next: number }) {
  const { term, words } = matcher
  if (!words[next]?.(word)) return false
  return !term.quoted || writtenForm(text.slice(start, end), word) === (term.written ?? term.words)[next]
}

function wordMatchers({ words, quoted, prefix }: Term): WordMatcher[] {
  const [word = '', ...others] = words
  if (prefix) return [(one) => one.startsWith(word)]
  if (quoted || others.length > 0) return words.map((one) => buildMatcher([one], { exact: true }))
  return [buildMatcher([word])]
}
