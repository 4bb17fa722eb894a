import { useEffect, useEffectEvent } from 'react'

/** Calls back when "/" is pressed outside of any input. */
export function useSearchShortcut(onShortcut: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isSearchKey(event, { isTyping: isTypingIn(event.target), isCovered: isUnderDialog() })) return
    event.preventDefault()
    onShortcut()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isTypingIn = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=radio]), textarea, select'))

const isUnderDialog = () => document.querySelector('[role=dialog][aria-modal=true]') !== null

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'>

/** Whether a key is the shortcut "/" that focuses the search box, and not typed text. */
export function isSearchKey(key: Key, { isTyping, isCovered }: { isTyping: boolean; isCovered: boolean }): boolean {
  const isPlain = !key.ctrlKey && !key.metaKey && !key.altKey && !key.isComposing && !key.defaultPrevented
  return key.key === '/' && isPlain && !isTyping && !isCovered
}
