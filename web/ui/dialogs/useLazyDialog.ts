import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Wait until the closing dialog has released the focus. */
const focusDelay_ms = 10

/** `other` gets the focus instead of the opener, `fallback` if the opener is gone. */
type OtherTargets = { other?: HTMLElement | null; fallback?: RefObject<HTMLElement | null> | undefined }

/**
 * Focuses the element that opened a dialog, or another one in its place, unless the focus is elsewhere by then. Returns how to
 * cancel it.
 */
function focusOpener(opener: HTMLElement | null, { other, fallback }: OtherTargets = {}) {
  const activeBefore = document.activeElement
  const timer = setTimeout(() => {
    // Mantine may have focused the opener.
    if (![activeBefore, opener, document.body].includes(document.activeElement)) return
    if (other) other.focus()
    else if (opener?.isConnected) opener.focus({ preventScroll: true })
    else fallback?.current?.focus()
  }, focusDelay_ms)
  return () => clearTimeout(timer)
}

/**
 * Returns the focus to the element that had it when a dialog opened. Mantine does so only for a dialog that was mounted
 * before it opened, and not if its code was still loading. `findOther` may find an element that gets the focus instead, and is
 * scrolled to; `fallback` gets it if the action removed the opener.
 */
export function useReturnFocus(
  isOpen: boolean,
  { findOther, fallback }: { findOther?: () => HTMLElement | null; fallback?: RefObject<HTMLElement | null> } = {},
) {
  const opener = useRef<HTMLElement>(null)
  const wasOpen = useRef(false)
  const returnFocus = useEffectEvent(() => focusOpener(opener.current, { other: findOther?.() ?? null, fallback }))
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    if (!isOpen) return returnFocus()
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
