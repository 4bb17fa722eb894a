import { type RefObject, useEffect } from 'react'

/** Where an element of the text is in the window: an element or a range of text. */
export type Anchor = Pick<Element, 'getBoundingClientRect'>

const gap = 8

/** The height of the bar at the top, which popovers stay below. */
const barHeight_px = 130

/**
 * Positions a popover inside its sheet, below its anchor or, where only there is space, above it, and again when the sheet is
 * resized. It covers the anchor only where neither side has space.
 */
export function usePlaceNear(popover: RefObject<HTMLElement | null>, anchor: Anchor) {
  useEffect(() => {
    const sheet = popover.current?.offsetParent
    if (!popover.current || !sheet) return undefined
    const element = popover.current
    const update = () => place(element, sheet, anchor)
    const observer = new ResizeObserver(update)
    observer.observe(sheet)
    observer.observe(element)
    return () => observer.disconnect()
  }, [popover, anchor])
}

function place(popover: HTMLElement, sheet: Element, anchor: Anchor) {
  const [within, at] = [sheet.getBoundingClientRect(), anchor.getBoundingClientRect()]
  const { offsetWidth: width, offsetHeight: height } = popover
  const spaceBelow = window.innerHeight - at.bottom
  const isAbove = spaceBelow < height + 2 * gap && at.top - barHeight_px >= height + gap
  const top = isAbove ? at.top - height - gap : at.bottom + gap
  // The end of a long selection may be outside of the window.
  const isVisible = at.bottom > 0 && at.top < window.innerHeight
  const lowest = isVisible ? window.innerHeight - height - gap : top
  const blockStart = Math.max(Math.min(top, lowest), Math.min(top, barHeight_px)) - within.top
  const middle = at.left + at.width / 2
  const isRtl = getComputedStyle(sheet).direction === 'rtl'
  const start = (isRtl ? within.right - middle : middle - within.left) - width / 2
  const inlineStart = Math.max(gap, Math.min(start, within.width - width - gap))
  popover.style.setProperty('inset-block-start', `${blockStart}px`)
  popover.style.setProperty('inset-inline-start', `${inlineStart}px`)
}
