import { useEffect, useRef, useState } from 'react'

/** Wait until the closing dialog has released the focus. */
const focusDelay_ms = 10

/** Focuses the element that opened a dialog, unless the focus is elsewhere by then. Returns how to cancel it. */
function focusOpener(opener: HTMLElement | null) {
  const activeBefore = document.activeElement
  const timer = setTimeout(() => {
    const { activeElement } = document
    if (activeElement === activeBefore || activeElement === document.body) opener?.focus({ preventScroll: true })
  }, focusDelay_ms)
  return () => clearTimeout(timer)
}

/**
 * Returns the focus to the element that had it when a dialog opened. Mantine does so only for a dialog that was mounted
 * before it opened, and not if its code was still loading.
 */
export function useReturnFocus(isOpen: boolean) {
  const opener = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    if (!isOpen) return focusOpener(opener.current)
    opener.current = document.activeElement as HTMLElement | null
  }, [isOpen])
}

/**
 * The state of a dialog whose code loads when it first opens. Afterwards it stays mounted. Closing returns the focus to
 * the element that opened it.
 */
export function useLazyDialog() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const opener = useRef<HTMLElement>(null)
  useEffect(() => (state === 'closed' ? focusOpener(opener.current) : undefined), [state])
  const open = () => {
    opener.current = document.activeElement as HTMLElement | null
    setState('open')
  }
  return { state, open, close: () => setState('closed') }
}

export type LazyDialog = ReturnType<typeof useLazyDialog>
