import { blockSelector } from '#shared/delta/blocks.ts'
import { snapToLetters, type TextRange } from '#shared/text/textRange.ts'
import { nodeIndexAt, selectedSpan, type TextMap } from '#web/library/reader/textMap.ts'

/** The text of the shown judgment as notes refer to it (`noteText` of `shared/delta/blockText.ts`), with its text nodes. */
export function readNoteText(article: Element): TextMap {
  const nodes: Text[] = []
  const starts: number[] = []
  let text = ''
  const walk = (element: Element) => {
    for (const child of element.childNodes) {
      if (child instanceof Text && child.data !== '') {
        starts.push(text.length)
        nodes.push(child)
        text += child.data
      } else if (child instanceof Element && isText(child)) walk(child)
    }
  }
  for (const [index, block] of blocksIn(article).entries()) {
    if (index > 0) text += '\n'
    walk(block)
  }
  return { text, nodes, starts }
}

/** The blocks of the judgment, and the bodies of its footnotes, in order: one line of the text each. */
export const blocksIn = (article: Element): HTMLElement[] => [
  ...(article.querySelector('[data-judgment]')?.querySelectorAll<HTMLElement>(blockSelector) ?? []),
  ...article.querySelectorAll<HTMLElement>('[data-note] > p'),
]

/** Numbers of paragraphs, footnotes and pages, and icons, are not text. */
const isText = (element: Element) => !element.matches('button:not([data-case-number]), [data-number], [data-page]')

/** The text in a selected range, at whole letters; undefined for a range without text. */
export function textRangeOf(map: TextMap, range: Range): TextRange | undefined {
  const span = selectedSpan(map, range)
  return span && snapToLetters(map.text, span)
}

/** The offset of a position in the window; undefined outside the text. */
export function offsetAtPoint(map: TextMap, { clientX, clientY }: MouseEvent): number | undefined {
  const position = caretAtPoint(clientX, clientY)
  const index = position ? map.nodes.findIndex((node) => node === position.node) : -1
  return position && index !== -1 ? (map.starts[index] ?? 0) + position.offset : undefined
}

/** Safari before 18.4 has the caret at a point as a range only. */
function caretAtPoint(x: number, y: number) {
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(x, y)
    return position && { node: position.offsetNode, offset: position.offset }
  }
  // oxlint-disable-next-line typescript/no-deprecated -- the browsers that reach this line have no other
  const range = (document as Document).caretRangeFromPoint(x, y)
  return range && { node: range.startContainer, offset: range.startOffset }
}

/** The block that contains an offset. */
export const blockAt = (map: TextMap, offset: number): HTMLElement | null =>
  map.nodes[nodeIndexAt(map.starts, offset)]?.parentElement?.closest<HTMLElement>(blockSelector) ?? null

/** The text of a block. */
export function textRangeOfBlock(map: TextMap, block: HTMLElement): TextRange | undefined {
  const range = document.createRange()
  range.selectNodeContents(block)
  return textRangeOf(map, range)
}
