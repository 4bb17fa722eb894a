import { useEffect, useState } from 'react'
import { headingAt } from './steps.ts'
import type { Heading } from './readDocument.ts'

/** How far down the window a heading counts as reached. */
const line_px = 180

/** The id of the heading under which the text is being read, while the page or the window around it scrolls. */
export function useHeadingInView(text: HTMLElement | null, headings: Heading[]): string | undefined {
  const [reading, setReading] = useState<string>()
  useEffect(() => {
    if (!text) return undefined
    let frame = 0
    const look = () => {
      frame = 0
      const tops = headings.map(({ id }) => text.querySelector(`#${id}`)?.getBoundingClientRect().top ?? 0)
      setReading(headings[headingAt(tops, line_px)]?.id)
    }
    const scheduleLook = () => {
      frame ||= requestAnimationFrame(look)
    }
    scheduleLook()
    // Scrolling does not bubble; captured at the window it is heard from whatever scrolls.
    window.addEventListener('scroll', scheduleLook, { capture: true, passive: true })
    return () => {
      window.removeEventListener('scroll', scheduleLook, { capture: true })
      cancelAnimationFrame(frame)
    }
  }, [text, headings])
  return reading ?? headings[0]?.id
}
