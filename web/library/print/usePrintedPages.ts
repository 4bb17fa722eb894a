import { useEffect, useRef } from 'react'
import { type PageMargins, pageStyle } from './pageStyle.ts'

type Pages = {
  /** The title of the window while printing, which names the PDF. */
  title: string
  margins: PageMargins
}

type Options = {
  /** Draws what is printed, before the browser lays out the pages; undefined when nothing may be printed. */
  onBefore: () => Pages | undefined
  onAfter?: () => void
}

/** Sets the running head and the page numbers while the browser prints, whether by a button, a key, or its menu. */
export function usePrintedPages(options: Options) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    let restore: (() => void) | undefined
    const onBefore = () => {
      const pages = latest.current.onBefore()
      if (!pages) return
      restore?.()
      restore = applyPages(pages)
    }
    const onAfter = () => {
      if (!restore) return
      restore()
      restore = undefined
      latest.current.onAfter?.()
    }
    window.addEventListener('beforeprint', onBefore)
    window.addEventListener('afterprint', onAfter)
    return () => {
      window.removeEventListener('beforeprint', onBefore)
      window.removeEventListener('afterprint', onAfter)
      restore?.()
    }
  }, [])
}

function applyPages({ title, margins }: Pages) {
  const before = document.title
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(pageStyle(margins))
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  document.title = title
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    document.title = before
  }
}
