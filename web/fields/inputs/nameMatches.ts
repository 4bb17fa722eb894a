import type { OptionsFilter } from '@mantine/core'
import { foldText } from '#shared/text/language/fold.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { isThaana, spellingKey } from '#shared/text/language/spelling.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import type { Chosen } from '#web/fields/values.ts'

/** Whether a name contains every typed word, in any spelling, or phonetically in Latin letters. */
export function nameMatches(name: string, typed: string): boolean {
  const folded = foldText(name)
  const parts = tokenizeWords(name).map(({ word }) => word)
  return tokenizeWords(typed).every(
    ({ word }) =>
      folded.includes(word) ||
      parts.some((part) => spellingKey(part).startsWith(spellingKey(word)) || soundsLike(part, word)),
  )
}

/** `hithadh` is a phonetic prefix of Hithadhoo in Thaana. Used only across scripts: within one, spellings are compared. */
const soundsLike = (part: string, typed: string) =>
  isThaana(part) && /^[a-z]{2,}$/.test(typed) && phoneticKey(part).startsWith(phoneticKey(typed))

/** Filters the options of a select by `nameMatches`. */
export const nameFilter: OptionsFilter = ({ options, search }) =>
  options.filter((option) => 'value' in option && nameMatches(option.label, search))

/** The same, by other names as well: value → other names. */
export const nameFilterWith =
  (others: ReadonlyMap<string, string>): OptionsFilter =>
  ({ options, search }) =>
    options.filter(
      (option) => 'value' in option && nameMatches(`${option.label} ${others.get(option.value) ?? ''}`, search),
    )

/** Of a search by the server, what it has found; the selected row is an option only to have its label. */
export const foundFilter =
  (found: readonly Chosen[]): OptionsFilter =>
  ({ options }) => {
    const ids = new Set(found.map(({ id }) => String(id)))
    return options.filter((option) => 'value' in option && ids.has(option.value))
  }
