/** The letters of a text as one string, and where each piece of them begins. */
export type TextMap = { text: string; nodes: readonly Text[]; starts: readonly number[] }

export type Span = { start: number; end: number }

/** Elements whose words stand apart from the words after them, and what is put between. */
const endings: Record<string, string> = { P: '\n', LI: '\n', H2: '\n', H3: '\n', TD: '\t', TR: '\n' }

/** Reads what can be found and copied: footnote numbers and signs are not of the text, the number of a case is. */
export function readText(root: Element): TextMap {
  const nodes: Text[] = []
  const starts: number[] = []
  let text = ''
  const walk = (element: Element) => {
    for (const child of element.childNodes) {
      if (child instanceof Text) {
        if (child.data === '') continue
        starts.push(text.length)
        nodes.push(child)
        text += child.data
      } else if (child instanceof Element && isOfText(child)) {
        walk(child)
        text += endingOf(child)
      }
    }
  }
  walk(root)
  return { text, nodes, starts }
}

const isOfText = (element: Element) =>
  element.tagName === 'BUTTON' ? element.hasAttribute('data-case-number') : !element.hasAttribute('data-aside')

const endingOf = (element: Element) => (element.hasAttribute('data-number') ? ' ' : (endings[element.tagName] ?? ''))

/** The last of the beginnings that is not after the offset. `starts` rise. */
export function pieceAt(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Where a span of the string stands in the page; nothing for a span outside. */
export function rangeOf({ nodes, starts }: TextMap, { start, end }: Span): Range | undefined {
  const first = pieceAt(starts, start)
  const last = pieceAt(starts, Math.max(start, end - 1))
  const [from, to] = [nodes[first], nodes[last]]
  if (!from || !to) return undefined

  const range = document.createRange()
  range.setStart(from, Math.min(start - (starts[first] ?? 0), from.data.length))
  range.setEnd(to, Math.min(end - (starts[last] ?? 0), to.data.length))
  return range
}

/** Which part of the string an element holds; nothing for one without letters. */
export function spanOf({ nodes, starts }: TextMap, element: Element): Span | undefined {
  const first = nodes.findIndex((node) => element.contains(node))
  if (first === -1) return undefined
  const last = nodes.findLastIndex((node) => element.contains(node))
  return { start: starts[first] ?? 0, end: (starts[last] ?? 0) + (nodes[last]?.data.length ?? 0) }
}

/** The letters of the text that a selection holds, with a line for each paragraph. */
export function lettersIn({ text, nodes, starts }: TextMap, range: AbstractRange & Pick<Range, 'intersectsNode'>) {
  const first = nodes.findIndex((node) => range.intersectsNode(node))
  const last = nodes.findLastIndex((node) => range.intersectsNode(node))
  const [from, to] = [nodes[first], nodes[last]]
  if (!from || !to) return ''

  const start = (starts[first] ?? 0) + (from === range.startContainer ? range.startOffset : 0)
  const end = (starts[last] ?? 0) + (to === range.endContainer ? range.endOffset : to.data.length)
  return text.slice(start, end).trim()
}
