import { useEffect, useState } from 'react'
import { lettersIn, type TextMap } from './textMap.ts'

/** What is selected in the text, letter by letter as it is read; empty while nothing is. */
export function useSelectedText(map: TextMap | undefined): string {
  const [selected, setSelected] = useState('')
  useEffect(() => {
    if (!map) return undefined
    const read = () => setSelected(selectedIn(map))
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [map])
  return selected
}

export function selectedIn(map: TextMap): string {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return ''
  return lettersIn(map, selection.getRangeAt(0))
}
