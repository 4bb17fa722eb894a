import { formsOf } from '#shared/text/language/analyze.ts'
import { numberOf } from '#shared/text/language/caseSuffixes.ts'
import { foldText } from '#shared/text/language/fold.ts'
import {
  buildMatcher,
  initialKey,
  initialKeyOfUnits,
  initialKeysOfForm,
  initialKeysOfPrefix,
  type WordMatcher,
} from './wordMatcher.ts'
import type { Term } from './highlightQuery.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import {
  endsParagraph,
  forEachRunSpan,
  snapToLetter,
  type Word,
  tokenizeSpan,
} from '#shared/text/language/tokenizer.ts'
import { exactForm } from '#shared/text/language/exactForm.ts'

/** A match of a term, as offsets in the original text; `term` is the index of the term. */
export type TextMatch = { start: number; end: number; term: number }

/**
 * Returns the matches in a text, in order. They never overlap and never separate a letter from its vowel sign. `visitRuns`
 * visits the runs of a text that was indexed (`visitorOf`).
 */
type MatchFinder = (text: string, visitRuns?: VisitRuns) => TextMatch[]

/**
 * Builds the function that finds terms in texts. A word matches every spelling and inflection, a quoted phrase its exact
 * form, and a prefix every word that starts with it. The function is cached for each list of terms.
 */
export function matchTerms(terms: readonly Term[]): MatchFinder {
  const cached = finders.get(terms)
  if (cached) return cached
  const finder = build(terms, matchersOfTerm)
  finders.set(terms, finder)
  return finder
}

const finders = new WeakMap<readonly Term[], MatchFinder>()

/**
 * The same while the user is typing: the last word of an unquoted term also matches as a prefix. The text is the same from
 * key to key: its runs are indexed.
 */
export const matchWhileTyping = (terms: readonly Term[]): MatchFinder =>
  build(
    terms,
    (term) => {
      const [last = '', matches] = [term.words.at(-1), matchersOfTerm(term)]
      const matchesPrefix: WordMatcher = (word) => word.startsWith(last) || matches.at(-1)?.(word) === true
      return term.quoted ? matches : [...matches.slice(0, -1), matchesPrefix]
    },
    visitIndexedRuns,
  )

/** Visits the runs of a text that may contain a word with one of the initial keys, in order. */
type VisitRuns = (
  text: string,
  initials: { has: (initial: number) => boolean },
  visit: (begin: number, end: number) => void,
) => void

function build(
  terms: readonly Term[],
  matchersOf: (term: Term) => WordMatcher[],
  usualVisit: VisitRuns = scanRuns,
): MatchFinder {
  const matchersOfInitial = indexByInitial(terms, matchersOf)
  // Texts repeat their words, and a query may have many terms.
  const matchersOfFirstWord = memoize(20_000, (word) =>
    (matchersOfInitial.get(initialKey(word)) ?? []).filter(({ words }) => words[0]?.(word)),
  )
  return (text, visitRuns = usualVisit) => {
    const matches: TextMatch[] = []
    let nextFree = 0
    visitRuns(text, matchersOfInitial, (begin, end) => {
      if (begin < nextFree) return
      for (const [index, word] of tokenizeSpan(text, begin, end).entries()) {
        const match =
          word.start < nextFree
            ? undefined
            : longestTermAt({ text, begin, index, word }, matchersOfFirstWord(word.word))
        if (!match) continue
        matches.push(match)
        nextFree = match.end
      }
    })
    return matches
  }
}

/** The terms by the initial keys of the words that can be their first, the longest terms first: the first match is the longest. */
function indexByInitial(terms: readonly Term[], matchersOf: (term: Term) => WordMatcher[]) {
  const matchers = terms
    .map((term, index) => ({ term, index, words: matchersOf(term) }))
    .sort((one, other) => other.words.length - one.words.length)
  const byInitial = new Map<number, TermMatcher[]>()
  for (const matcher of matchers) {
    const [word = ''] = matcher.term.words
    for (const initial of new Set([...initialKeysOfPrefix(word), ...formsOf(word).flatMap(initialKeysOfForm)]))
      if (!byInitial.get(initial)?.push(matcher)) byInitial.set(initial, [matcher])
  }
  return byInitial
}

/** Most words have another initial and are skipped without folding. */
const scanRuns: VisitRuns = (text, initials, visit) =>
  forEachRunSpan(text, (begin, end, isPlain) => {
    if (!isPlain || initials.has(initialKeyAt(text, begin, end))) visit(begin, end)
  })

/** Where the runs of a text begin and end, and the initial key of each; `anyInitial` for one of several words. */
export type RunIndex = { begins: Uint32Array; ends: Uint32Array; initials: Int32Array }

const anyInitial = -1

let last: { text: string; index: RunIndex } | undefined

/** The index of the runs of the last text. Of a text of 1 MB it takes tens of milliseconds. */
export function indexRuns(text: string): RunIndex {
  if (last?.text !== text) last = { text, index: buildRunIndex(text) }
  return last.index
}

export function buildRunIndex(text: string): RunIndex {
  // A run and what separates it from the next have two code units at least.
  const { begins, ends, initials } = runsFor(Math.ceil(text.length / 2))
  let count = 0
  forEachRunSpan(text, (begin, end, isPlain) => {
    begins[count] = begin
    ends[count] = end
    initials[count] = isPlain ? initialKeyAt(text, begin, end) : anyInitial
    count += 1
  })
  return { begins: begins.slice(0, count), ends: ends.slice(0, count), initials: initials.slice(0, count) }
}

const emptyRuns = (size: number): RunIndex => ({
  begins: new Uint32Array(size),
  ends: new Uint32Array(size),
  initials: new Int32Array(size),
})

/** Reused for texts of the usual lengths: what was found is copied. */
const usualRuns = emptyRuns(16_384)
const runsFor = (count: number) => (count <= usualRuns.begins.length ? usualRuns : emptyRuns(count))

/** Visits the runs of the text that was indexed. */
export const visitorOf =
  ({ begins, ends, initials }: RunIndex): VisitRuns =>
  (_text, wanted, visit) => {
    for (let run = 0; run < initials.length; run += 1) {
      const initial = initials[run] ?? anyInitial
      if (initial === anyInitial || wanted.has(initial)) visit(begins[run] ?? 0, ends[run] ?? 0)
    }
  }

const visitIndexedRuns: VisitRuns = (text, initials, visit) => visitorOf(indexRuns(text))(text, initials, visit)

/** The initial key of a plain word, computed without folding all of it. A vowel sign folds to itself. */
const initialKeyAt = (text: string, start: number, end: number) =>
  initialKeyOfUnits(foldedUnit(text.charCodeAt(start)), start + 1 < end ? text.charCodeAt(start + 1) : 0)

// Cache of folded code units; 0 means not computed yet.
const foldedUnits = new Uint16Array(65_536)

const foldedUnit = (unit: number) =>
  foldedUnits[unit] || (foldedUnits[unit] = foldText(String.fromCharCode(unit)).charCodeAt(0))

type TermMatcher = { term: Term; index: number; words: readonly WordMatcher[] }
/** A word of a text: `index` counts the words of the run that starts at `begin`. */
type WordPosition = { text: string; begin: number; index: number; word: Word }

/** The longest term that matches at a position, among the terms whose first word matches there. */
function longestTermAt(position: WordPosition, matchersOfFirstWord: readonly TermMatcher[]): TextMatch | undefined {
  for (const matcher of matchersOfFirstWord) {
    const end = endOfTerm(position, matcher)
    if (end !== undefined)
      return { start: position.word.start, end: snapToLetter(position.text, end), term: matcher.index }
  }
  return undefined
}

/** The end of a term whose words all follow each other here in one paragraph; reads no further than the term. */
function endOfTerm({ text, begin, index }: WordPosition, matcher: TermMatcher): number | undefined {
  let [next, end] = [-index, -1]
  forEachRunSpan(
    text,
    (from, to) =>
      !(end >= 0 && endsParagraph(text.slice(end, from))) &&
      tokenizeSpan(text, from, to).every((word) => {
        if (next >= 0 && !matchesWord(text, word, { matcher, next })) return false
        next += 1
        end = word.end
        return next < matcher.words.length
      }),
    begin,
  )
  return next === matcher.words.length ? end : undefined
}

function matchesWord(
  text: string,
  { word, start, end }: Word,
  { matcher, next }: { matcher: TermMatcher; next: number },
) {
  const { term, words } = matcher
  if (!words[next]?.(word)) return false
  return !term.quoted || exactForm(text.slice(start, end), word) === (term.exact ?? term.words)[next]
}

function matchersOfTerm({ words, quoted, prefix, inflected = false }: Term): WordMatcher[] {
  const [word = '', ...others] = words
  if (prefix) return [matchPrefix(word)]
  if (quoted || others.length > 0)
    return words.map((one) => buildMatcher([one], { exact: quoted || (!inflected && numberOf(one) === undefined) }))
  return [buildMatcher([word])]
}

/** A prefix also matches the forms of its word: ޙައްޤު* holds ޙައްޤުގެ and ޙައްޤެއް. */
function matchPrefix(word: string): WordMatcher {
  const isForm = buildMatcher([word])
  return (one) => one.startsWith(word) || isForm(one)
}
