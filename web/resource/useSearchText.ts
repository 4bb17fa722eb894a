import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { limits } from '#shared/limits.ts'

/**
 * What is being typed into the search, and the words of the address, which follow it: a moment later where the list is
 * searched here, when they are sent off where it is the server's. Another address brings its own words.
 */
export function useSearchText(inAddress: string, onWords: (text: string) => void) {
  const [{ text, from }, setTyped] = useState({ text: inAddress, from: inAddress })
  const later = useDebouncedCallback(onWords, limits.list.lookup_debounce_ms)
  if (from !== inAddress) setTyped({ text: text.trim() === inAddress ? text : inAddress, from: inAddress })

  return {
    text,
    write: (next: string, { isLong }: { isLong: boolean }) => {
      setTyped({ text: next, from })
      if (!isLong) later(next.trim())
    },
    submit: () => {
      later.cancel()
      onWords(text.trim())
    },
    clear: () => {
      // Words that are still waiting would come back.
      later.cancel()
      setTyped({ text: '', from })
      onWords('')
    },
  }
}

export type SearchText = ReturnType<typeof useSearchText>
