import type { OptionsFilter } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
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

type EnterProps = {
  /** Whether the text of the input filters the list. */
  isFiltered: (text: string) => boolean
  /** Whether the options are to be replaced, as those of an earlier text. */
  isStale: boolean
  isLoading: boolean
  close: () => void
}

/**
 * Enter in an open list never submits the form. It takes the highlighted option, or the first one of a list that is filtered;
 * else it closes the list. While the options of the typed text are still loaded, the first one is taken when they arrive, unless
 * a key or blur comes before.
 */
export function useFirstOption({ isFiltered, isStale, isLoading, close }: EnterProps) {
  const waiting = useRef<{ input: HTMLInputElement; text: string }>(undefined)
  const cancel = () => {
    waiting.current = undefined
  }
  useEffect(() => {
    const { input, text } = waiting.current ?? {}
    if (isLoading) return
    waiting.current = undefined
    if (input && input.value === text) firstOptionOf(input)?.click()
  }, [isLoading])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    cancel()
    const input = event.currentTarget
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || input.getAttribute('aria-expanded') !== 'true') return
    event.preventDefault()
    if (listOf(input)?.querySelector('[data-combobox-selected]')) return
    const first = isStale ? null : firstOptionOf(input)
    if (!isFiltered(input.value)) close()
    else if (first) first.click()
    else if (isLoading) waiting.current = { input, text: input.value }
  }
  return { onKeyDown, cancel }
}

const listOf = (input: HTMLInputElement) => document.getElementById(input.getAttribute('aria-controls') ?? '')
const firstOptionOf = (input: HTMLInputElement) => listOf(input)?.querySelector<HTMLElement>('[role="option"]') ?? null
