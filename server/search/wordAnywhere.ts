import { formsOf, nameFormsOf } from '#shared/text/analyse.ts'
import { anyOf, holds, type Match } from './match.ts'
import { formWord, nameWord } from './ownWords.ts'

/** A folded word anywhere in a case: in any of its forms, or as a word of a name. */
export const wordAnywhere = (word: string): Match =>
  anyOf([...formsOf(word).map(formWord), ...nameFormsOf(word).map(nameWord)].map(holds))
