import type { OptionsFilter } from '@mantine/core'
import { foldText } from '#shared/text/language/fold.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { isThaana, spellingKey } from '#shared/text/language/spelling.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'

/** Whether a name holds every word that was typed, in whichever spelling, or as it sounds in Latin letters. */
export function nameHolds(name: string, typed: string): boolean {
  const folded = foldText(name)
  const parts = tokenizeWords(name).map(({ word }) => word)
  return tokenizeWords(typed).every(
    ({ word }) =>
      folded.includes(word) ||
      parts.some((part) => spellingKey(part).startsWith(spellingKey(word)) || soundsLike(part, word)),
  )
}

/** `hithadh` begins what the name of Hithadhoo sounds like. Only between the two scripts: within one, letters are compared. */
const soundsLike = (part: string, typed: string) =>
  isThaana(part) && /^[a-z]{2,}$/.test(typed) && phoneticKey(part).startsWith(phoneticKey(typed))

/** The options of a list whose names hold what was typed. */
export const matching: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'value' in option && nameHolds(option.label, search))
