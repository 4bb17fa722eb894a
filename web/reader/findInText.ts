import type { IsCode } from '#shared/text/courtCodes.ts'
import { leaveFar } from '#shared/text/leaveFar.ts'
import { findMatches } from '#shared/text/marks.ts'
import { type Match, matchUnfinished } from '#shared/text/matchTerms.ts'
import { readQuery, withReadings } from '#shared/text/query.ts'
import type { Span } from './textMap.ts'

/** Where a term stands in the text: whole words, so that no letter is cut from its vowel. */
export type Found = Match

/** What was searched, and the words that were read into it. */
export type Searched = { query: string; marks: readonly string[] }

/** Every place where what was searched stands: what is marked of the text on the cards of the results. */
export function findSearched(text: string, { query, marks }: Searched, isCode?: IsCode): readonly Found[] {
  const { terms, near } = withReadings(readQuery(query, isCode), marks)
  return leaveFar([{ text, matches: findMatches(text, terms) }], near).flatMap(({ matches }) => matches)
}

/**
 * Every place where the words that are looked for stand, in any spelling and inflection. The last word of each term may
 * go on: whoever types the beginning of a word finds it. Words in quotes are found as they are, words near
 * each other where they are so, the number of a case as one. `isCode` knows the codes of the library's courts.
 */
export function findInText(text: string, query: string, isCode?: IsCode): readonly Found[] {
  const { terms, near } = readQuery(query, isCode)
  return leaveFar([{ text, matches: matchUnfinished(terms)(text) }], near).flatMap(({ matches }) => matches)
}

const together = 240

/** The first place where the most of the terms stand together: where a reader who searched for them wants to begin. */
export function bestOf(found: readonly Found[]): number {
  let best = { index: 0, terms: 0 }
  found.forEach(({ start }, index) => {
    const terms = new Set<number>()
    for (let next = index; (found[next]?.end ?? Infinity) - start <= together; next += 1)
      terms.add(found[next]?.term ?? 0)
    if (terms.size > best.terms) best = { index, terms: terms.size }
  })
  return best.index
}

/** The first place inside a part of the text; without one there, none. */
export const firstIn = (found: readonly Found[], { start, end }: Span): number =>
  found.findIndex((match) => match.start >= start && match.end <= end)
