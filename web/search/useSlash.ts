import { useEffect, useEffectEvent } from 'react'
import { isSearchKey } from './isSearchKey.ts'

/** Calls when "/" is pressed anywhere on the page where nobody writes. */
export function useSlash(onSlash: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isSearchKey(event, { writing: isWriting(event.target), covered: isCovered() })) return
    event.preventDefault()
    onSlash()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=radio]), textarea, select'))

const isCovered = () => document.querySelector('[role=dialog][aria-modal=true]') !== null
