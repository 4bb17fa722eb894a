import { useEffect, useRef, useState } from 'react'

/** Wait until the closing dialog has released the focus. */
const focusDelay_ms = 10

/**
 * The state of a dialog whose code loads when it first opens. Afterwards it stays mounted. Closing returns the focus to
 * the element that opened it.
 */
export function useLazyDialog() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const opener = useRef<HTMLElement>(null)
  // Mantine returns the focus only if the dialog was mounted before it opened.
  useEffect(() => {
    if (state !== 'closed') return
    const activeBefore = document.activeElement
    const timer = setTimeout(() => {
      const { activeElement } = document
      if (activeElement === activeBefore || activeElement === document.body)
        opener.current?.focus({ preventScroll: true })
    }, focusDelay_ms)
    return () => clearTimeout(timer)
  }, [state])
  const open = () => {
    opener.current = document.activeElement as HTMLElement | null
    setState('open')
  }
  return { state, open, close: () => setState('closed') }
}

export type LazyDialog = ReturnType<typeof useLazyDialog>
