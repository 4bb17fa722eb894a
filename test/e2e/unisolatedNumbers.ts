import type { Page } from '@playwright/test'

/**
 * What is wrong with the numbers that a page draws: case numbers, dates and amounts that no left-to-right element isolates,
 * or that are broken over two lines; labels with such numbers without isolates; direction marks drawn as text, which a copy
 * would contain.
 */
export const unisolatedNumbers = (page: Page): Promise<string[]> => page.evaluate(findInPage)

/** Runs in the browser. */
function findInPage(): string[] {
  const number =
    /(?<![\p{L}\p{M}\p{N}])(?:(?:MVR|USD)\s\d+(?:[.,]\d+)*|(?:[A-Za-z0-9]|\([A-Za-z0-9]+\))+(?:[/\-.,:–]+(?:[A-Za-z0-9]|\([A-Za-z0-9]+\))+)+)/gu
  // An e-mail address is a name, which may be broken.
  const numbersOf = (text: string) =>
    [...text.matchAll(number)].filter(({ 0: found, index }) => /\d/.test(found) && text[index + found.length] !== '@')
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const describe = (what: string, text: string) => `${what}: ${text.replace(/[\u2066-\u2069]/g, '|').slice(0, 80)}`

  const problemsOfText = (text: Text): string[] => {
    const parent = text.parentElement
    if (!parent || !isShown(parent) || parent.closest('script, style, textarea')) return []
    const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text.data)
      ? [describe('a mark in the text', text.data)]
      : []
    return [...marks, ...numbersOf(text.data).flatMap(({ 0: found, index }) => problemsOfNumber(text, found, index))]
  }
  const problemsOfNumber = (text: Text, found: string, index: number): string[] => {
    const isolating = text.parentElement?.closest('[dir="ltr"], time bdi')
    // The direction of a page or a region is not that of its numbers, but that of a written line is.
    const isLine = isolating?.matches('[contenteditable] :is(p, h1, h2, h3, li)') === true
    if (!isolating || (isolating.textContent.length > 80 && !isLine))
      return [describe(`${found} is not isolated`, text.data)]
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + found.length)
    const rects = [...range.getClientRects()]
    const lines = new Set(rects.map(({ bottom }) => Math.round(bottom / 6)))
    // A number that is wider than its line cannot but be broken.
    const isWider = rects.reduce((sum, { width }) => sum + width, 0) > widthAround(isolating)
    return lines.size > 1 && !isWider ? [describe(`${found} is broken over lines`, text.data)] : []
  }
  const widthAround = (element: Element): number => {
    const block = element.parentElement
    if (!block) return Infinity
    return getComputedStyle(block).display.startsWith('inline') ? widthAround(block) : block.clientWidth
  }
  const problemsOfLabels = (element: Element): string[] =>
    ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'].flatMap((name) => {
      const label = element.getAttribute(name) ?? ''
      const rest = label.replace(/[\u2066\u202a][^\u2066-\u2069\u202a\u202c]*[\u2069\u202c]/g, '')
      return numbersOf(rest).length > 0 && !element.closest('[dir="ltr"]:not(html)') ? [describe(name, label)] : []
    })

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  const titleProblems =
    numbersOf(document.title.replace(/[\u2066\u202a][^\u2069\u202c]*[\u2069\u202c]/g, '')).length > 0
  return [
    ...texts.flatMap(problemsOfText),
    ...[...document.body.querySelectorAll('*')].filter(isShown).flatMap(problemsOfLabels),
    ...(titleProblems ? [describe('the title', document.title)] : []),
  ]
}

/**
 * The characters of an element's text in the order in which the browser paints them, from left to right: what a reader sees,
 * whatever the markup says.
 */
export const paintedOrder = (page: Page, selector: string, text: string): Promise<string> =>
  page.evaluate(
    ({ at, wanted }) => {
      const element = document.querySelector(at)
      const glyphs: { letter: string; x: number; y: number }[] = []
      const walker = document.createTreeWalker(element ?? document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      while (walker.nextNode()) {
        const node = walker.currentNode as Text
        for (let index = 0; index < node.data.length; index += 1) {
          range.setStart(node, index)
          range.setEnd(node, index + 1)
          const { left, top, width } = range.getBoundingClientRect()
          if (width > 0 && wanted.includes(node.data[index] ?? ' '))
            glyphs.push({ letter: node.data[index] ?? '', x: left, y: Math.round(top / 8) })
        }
      }
      return glyphs
        .sort((one, other) => one.y - other.y || one.x - other.x)
        .map(({ letter }) => letter)
        .join('')
    },
    { at: selector, wanted: text },
  )

/** Runs in the browser: what Ctrl+C would copy. */
export function selectedText(selector: string) {
  const selection = document.getSelection()
  selection?.selectAllChildren(document.querySelector(selector) ?? document.body)
  return selection?.toString() ?? ''
}
