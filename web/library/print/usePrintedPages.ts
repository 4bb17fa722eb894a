import { useEffect, useRef } from 'react'

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
      restore?.()
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

/** What is in the margins of every printed page. */
type PageMargins = {
  /** The direction of the margins: `start` of the running head is at the right of right-to-left text. */
  direction: 'rtl' | 'ltr'
  head: { start: string; end: string }
  /** The number of the page and of all pages, in the order of the language. */
  pages: { before: string; pagesFirst: boolean; between: string; after: string }
  foot: string
}

/**
 * The running head and the page numbers as margin boxes of `@page`, which CSS cannot fill from the document. Browsers
 * without margin boxes leave them out and print the title and the page number by themselves.
 */
export function pageStyle({ direction, head, pages, foot }: PageMargins): string {
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const [first, second] = pages.pagesFirst ? ['pages', 'page'] : ['page', 'pages']
  const number = `${cssString(pages.before)} counter(${first}) ${cssString(pages.between)} counter(${second}) ${cssString(pages.after)}`
  return `@page {
    margin: 26mm 18mm 24mm;
    @top-${start} { ${box({ direction, side: start, edge: 'head', width: 74 })} content: ${cssString(head.start)}; }
    @top-${end} { ${box({ direction, side: end, edge: 'head', width: 26 })} content: ${cssString(head.end)}; }
    @bottom-${start} { ${box({ direction, side: start, edge: 'foot', width: 50 })} content: ${number}; }
    @bottom-${end} { ${box({ direction, side: end, edge: 'foot', width: 50 })} content: ${cssString(foot)}; }
  }`
}

type Box = { direction: string; side: string; edge: 'head' | 'foot'; width: number }

const rule = '0.5pt solid #767f84'

const edges = {
  head: `vertical-align: bottom; border-bottom: ${rule}; padding-bottom: 2mm; margin-bottom: 5mm;`,
  foot: `vertical-align: top; border-top: ${rule}; padding-top: 2mm; margin-top: 6mm;`,
}

const box = ({ direction, side, edge, width }: Box) => `
  direction: ${direction}; text-align: ${side}; width: ${width}%; ${edges[edge]}
  font: 8.5pt / 1.6 'Noto Sans Thaana Variable', 'Inter Variable', 'Noto Naskh Arabic Variable', sans-serif;
  color: #3a464d;`

/** A CSS string: everything that could end it is escaped. */
export const cssString = (text: string) =>
  `"${text.replace(/["\\\p{Cc}]/gu, (letter) => `\\${letter.charCodeAt(0).toString(16)} `)}"`
