import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/** Where the focus may always go in a list: its cell of the arrows, or what searches it. */
const alwaysThere = '[role="grid"] [tabindex="0"], [role="search"] input'

/** Whoever closes a window over the list goes on where it was opened. */
export function useFocusReturn(frame: RefObject<HTMLElement | null>, isCovered: boolean) {
  const opener = useRef<HTMLElement>(undefined)
  const wasCovered = useRef(false)

  useEffect(() => {
    const closes = wasCovered.current && !isCovered
    wasCovered.current = isCovered
    if (!closes) return undefined
    // The window still holds the focus while it goes.
    const waiting = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const there = opener.current?.isConnected
        ? opener.current
        : frame.current?.querySelector<HTMLElement>(alwaysThere)
      there?.focus()
    })
    return () => cancelAnimationFrame(waiting)
  }, [frame, isCovered])

  /** Menus and windows are drawn elsewhere, though their events come here too. */
  return ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    if (target instanceof HTMLElement && currentTarget.contains(target)) opener.current = target
  }
}
