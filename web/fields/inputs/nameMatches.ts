import type { OptionsFilter } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { foldText } from '#shared/text/language/fold.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { isThaana, spellingKey } from '#shared/text/language/spelling.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'

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

type EnterProps = { isSearched: boolean; isLoading: boolean; close: () => void }

/**
 * Enter in an open list never submits the form. It takes the highlighted option, or the first one of a list that is searched,
 * unless the server still searches; else it closes the list.
 */
export function takeFirstOption(event: KeyboardEvent<HTMLInputElement>, { isSearched, isLoading, close }: EnterProps) {
  const input = event.currentTarget
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || input.getAttribute('aria-expanded') !== 'true') return
  event.preventDefault()
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  if (list?.querySelector('[data-combobox-selected]')) return
  if (!isSearched) close()
  else if (!isLoading) list?.querySelector<HTMLElement>('[role="option"]')?.click()
}
