import type { OptionsFilter } from '@mantine/core'
import { foldText } from '#shared/text/fold.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { isThaana, spellingKey } from '#shared/text/spelling.ts'
import { words } from '#shared/text/words.ts'

/** Whether a name holds every word that was typed, in whichever spelling, or as it sounds in Latin letters. */
export function nameHolds(name: string, typed: string): boolean {
  const folded = foldText(name)
  const parts = words(name).map(({ word }) => word)
  return words(typed).every(
    ({ word }) =>
      folded.includes(word) ||
      parts.some((part) => spellingKey(part).startsWith(spellingKey(word)) || soundsLike(part, word)),
  )
}

/** `hithadh` begins what the name of Hithadhoo sounds like. Only between the two scripts: within one, letters are compared. */
const soundsLike = (part: string, typed: string) =>
  isThaana(part) && /^[a-z]{2,}$/.test(typed) && latinKey(part).startsWith(latinKey(typed))

/** The options of a list whose names hold what was typed. */
export const matching: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'value' in option && nameHolds(option.label, search))
