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

type Texts = Readonly<Record<string, string>>

/** The words typed over single columns; the address follows a moment later. Another address brings its own. */
export function useColumnFilters(inAddress: Texts, onWords: (texts: Record<string, string>) => void) {
  const key = JSON.stringify(inAddress)
  const [{ texts, from }, setTyped] = useState({ texts: inAddress, from: key })
  const [isShown, setShown] = useState(Object.keys(inAddress).length > 0)
  const later = useDebouncedCallback(onWords, limits.list.lookup_debounce_ms)
  if (from !== key) setTyped({ texts: JSON.stringify(filled(texts)) === key ? texts : inAddress, from: key })

  return {
    texts,
    /** The fields are there from the first word on, until they are put away with all their words. */
    isShown,
    toggle: () => {
      setShown(!isShown)
      if (!isShown) return
      setTyped({ texts: {}, from })
      onWords({})
    },
    write: (column: string, text: string) => {
      const next = { ...texts, [column]: text }
      setTyped({ texts: next, from })
      later(filled(next))
    },
  }
}

const filled = (texts: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))
