import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { limits } from '#shared/limits.ts'

/**
 * The text of the quick search, which the URL follows: debounced if the list is filtered here, on submit if the server
 * searches. A navigation to another URL replaces the text.
 */
export function useSearchText(inUrl: string, onSearch: (text: string) => void) {
  const [{ text, from }, setTyped] = useState({ text: inUrl, from: inUrl })
  const debounced = useDebouncedCallback(onSearch, limits.list.lookup_debounce_ms)
  if (from !== inUrl) setTyped({ text: text.trim() === inUrl ? text : inUrl, from: inUrl })

  return {
    text,
    setText: (next: string, { isLong }: { isLong: boolean }) => {
      setTyped({ text: next, from })
      if (!isLong) debounced(next.trim())
    },
    submit: () => {
      debounced.cancel()
      onSearch(text.trim())
    },
    clear: () => {
      // A pending debounced call would restore the text.
      debounced.cancel()
      setTyped({ text: '', from })
      onSearch('')
    },
  }
}

export type SearchText = ReturnType<typeof useSearchText>

type Texts = Readonly<Record<string, string>>

/** The texts of the column filters; the URL follows debounced. A navigation to another URL replaces them. */
export function useColumnFilters(inUrl: Texts, onSearch: (texts: Record<string, string>) => void) {
  const key = JSON.stringify(inUrl)
  const [{ texts, from }, setTyped] = useState({ texts: inUrl, from: key })
  const [isShown, setShown] = useState(Object.keys(inUrl).length > 0)
  const debounced = useDebouncedCallback(onSearch, limits.list.lookup_debounce_ms)
  if (from !== key) setTyped({ texts: JSON.stringify(nonEmpty(texts)) === key ? texts : inUrl, from: key })

  return {
    texts,
    /** Whether the filter row is visible; hiding it clears all column filters. */
    isShown,
    toggle: () => {
      setShown(!isShown)
      if (!isShown) return
      setTyped({ texts: {}, from })
      onSearch({})
    },
    setText: (column: string, text: string) => {
      const next = { ...texts, [column]: text }
      setTyped({ texts: next, from })
      debounced(nonEmpty(next))
    },
  }
}

const nonEmpty = (texts: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))
