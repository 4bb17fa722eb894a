import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import type { Named } from '#shared/calls/search.ts'
import { foldText } from '#shared/text/fold.ts'
import { latinKey } from '#shared/text/phonetic.ts'
import { isThaana, spellingKey } from '#shared/text/spelling.ts'
import { words } from '#shared/text/words.ts'

/**
 * The choices of a list. What an old link has chosen and the list no longer has stands by its number, so that it can be
 * taken away.
 */
export function choicesOf(list: readonly Named[], chosen: readonly number[]): ComboboxItem[] {
  const known = new Set(list.map(({ id }) => id))
  const lost = chosen.filter((id) => !known.has(id)).map((id) => ({ id, name: `#${id}` }))
  return [...list, ...lost].map(({ id, name }) => ({ value: String(id), label: name }))
}

export const idOf = (value: string) => Number(value)
export const idsOf = (values: readonly string[]) => values.map(idOf)

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

export const matching: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'value' in option && nameHolds(option.label, search))
