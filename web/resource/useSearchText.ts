import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { limits } from '#shared/limits.ts'

/**
 * What is being typed, and the words of the address, which follow it: a moment later where the list is searched in the
 * browser, when they are sent off where it is the server's. Another address brings its own words.
 */
export function useSearchText(inAddress: string, isLong: boolean, onWords: (text: string) => void) {
  const [typed, setTyped] = useState({ text: inAddress, from: inAddress })
  const later = useDebouncedCallback(onWords, limits.list.lookup_debounce_ms)
  if (typed.from !== inAddress)
    setTyped({ text: typed.text.trim() === inAddress ? typed.text : inAddress, from: inAddress })
  const { text } = typed

  return {
    text,
    /** What the list is searched for now. */
    words: isLong ? inAddress : text,
    write: (next: string) => {
      setTyped({ ...typed, text: next })
      if (!isLong) later(next.trim())
    },
    submit: () => onWords(text.trim()),
    clear: () => {
      setTyped({ ...typed, text: '' })
      onWords('')
    },
  }
}
