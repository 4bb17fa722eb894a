import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { limits } from '#shared/limits.ts'

type Texts = Readonly<Record<string, string>>

/** The words typed over single columns; the address follows a moment later. Another address brings its own. */
export function useColumnWords(inAddress: Texts, onWords: (texts: Record<string, string>) => void) {
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
