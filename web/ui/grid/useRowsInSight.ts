import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type InSight, rowsInSight } from './inSight.ts'

/** The rows in sight of what the body of a grid is scrolled in, under its headings; none before that was measured. */
export function useRowsInSight(body: RefObject<HTMLElement | null>, headings_px: number): InSight | undefined {
  const [inSight, setInSight] = useState<InSight>()
  useLayoutEffect(() => {
    const box = body.current?.parentElement
    if (!box) return undefined
    const look = () => {
      const now = rowsInSight(box.scrollTop, box.clientHeight - headings_px)
      setInSight((was) => (was?.first === now.first && was.last === now.last ? was : now))
    }
    // Later than the scrolling, the rows would be missing in a frame.
    const follow = () => flushSync(look)
    const observer = new ResizeObserver(look)
    look()
    box.addEventListener('scroll', follow, { passive: true })
    observer.observe(box)
    return () => {
      box.removeEventListener('scroll', follow)
      observer.disconnect()
    }
  }, [body, headings_px])
  return inSight
}
