import { companyWords, conjunctions, offices } from '#shared/text/judgment/words.ts'
import { type NameWord, wordsIn } from './namePieces.ts'
import type { Segment } from './textLines.ts'

/** Whether a name has a word by which a company or an office is known. */
export const isCompany = (words: readonly NameWord[]) => words.some(({ skeleton }) => companyWords.has(skeleton))

/** Whether a name is that of the state, an office or a company. */
export const isOffice = (segment: Segment) =>
  wordsIn(segment).some(({ skeleton }) => companyWords.has(skeleton) || offices.has(skeleton))

/** Whether the words of a company follow, before the next name. */
export function isInCompany(words: readonly NameWord[], index: number): boolean {
  const after = words.slice(index + 1)
  const and = after.findIndex((word) => conjunctions.has(word.skeleton))
  return isCompany(and < 0 ? after : after.slice(0, and))
}
