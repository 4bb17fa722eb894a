import { useEffect, useRef, useState } from 'react'

/** The window gives up the focus first. */
const afterClosing_ms = 10

/**
 * Whether a window stands open, which is brought when it first opens. Once it was open, it stays in the page, closed; what
 * it was opened from has the focus again.
 */
export function useLazyDialog() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const opener = useRef<HTMLElement>(null)
  // The library itself only knows who had the focus when a window opened that was in the page before.
  useEffect(() => {
    if (state !== 'closed') return
    const before = document.activeElement
    const soon = setTimeout(() => {
      const { activeElement } = document
      if (activeElement === before || activeElement === document.body) opener.current?.focus({ preventScroll: true })
    }, afterClosing_ms)
    return () => clearTimeout(soon)
  }, [state])
  const open = () => {
    opener.current = document.activeElement as HTMLElement | null
    setState('open')
  }
  return { state, open, close: () => setState('closed') }
}

export type LazyDialog = ReturnType<typeof useLazyDialog>
