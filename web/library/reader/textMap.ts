import { firstIndexWhere } from '#shared/binarySearch.ts'

/** The text content as one string, with its text nodes and their offsets. */
export type TextMap = { text: string; nodes: readonly Text[]; starts: readonly number[] }

export type Span = { start: number; end: number }

/** The separator after the text of each element. */
const separators: Record<string, string> = { P: '\n', LI: '\n', H2: '\n', H3: '\n', TD: '\t', TH: '\t', TR: '\n' }

/** Reads the searchable and copyable text: without footnote numbers and icons, with case numbers. */
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
      } else if (child instanceof Element && isReadableElement(child)) {
        walk(child)
        text += separatorOf(child)
      }
    }
  }
  walk(root)
  return { text, nodes, starts }
}

const isReadableElement = (element: Element) => element.tagName !== 'BUTTON'

const separatorOf = (element: Element) =>
  element.hasAttribute('data-number') ? ' ' : (separators[element.tagName] ?? '')

/** The index of the last start that is not after the offset. `starts` is ascending. */
export const nodeIndexAt = (starts: readonly number[], offset: number): number =>
  Math.max(0, firstIndexWhere(starts.length, (index) => (starts[index] ?? 0) > offset) - 1)

/** The DOM range of a span; undefined outside the text. */
export function rangeOf(map: TextMap, span: Span): Range | undefined {
  const found = staticRangeOf(map, span)
  if (!found) return undefined
  const range = document.createRange()
  range.setStart(found.startContainer, found.startOffset)
  range.setEnd(found.endContainer, found.endOffset)
  return range
}

/** The same as a range that does not follow changes of the document: each of those updates every other range. */
export function staticRangeOf({ nodes, starts }: TextMap, { start, end }: Span): StaticRange | undefined {
  const first = nodeIndexAt(starts, start)
  const last = nodeIndexAt(starts, Math.max(start, end - 1))
  const [startContainer, endContainer] = [nodes[first], nodes[last]]
  if (!startContainer || !endContainer) return undefined
  return new StaticRange({
    startContainer,
    startOffset: Math.min(start - (starts[first] ?? 0), startContainer.data.length),
    endContainer,
    endOffset: Math.min(end - (starts[last] ?? 0), endContainer.data.length),
  })
}

/** The span of an element's text; undefined for an element without text. */
export function spanOf({ nodes, starts }: TextMap, element: Element): Span | undefined {
  const first = nodes.findIndex((node) => element.contains(node))
  if (first === -1) return undefined
  const last = nodes.findLastIndex((node) => element.contains(node))
  return { start: starts[first] ?? 0, end: (starts[last] ?? 0) + (nodes[last]?.data.length ?? 0) }
}

/** The span of the text in a selected range; undefined for a range without text. */
export function selectedSpan({ nodes, starts }: TextMap, range: SelectedRange): Span | undefined {
  const first = nodes.findIndex((node) => range.intersectsNode(node))
  const last = nodes.findLastIndex((node) => range.intersectsNode(node))
  const [firstNode, lastNode] = [nodes[first], nodes[last]]
  if (!firstNode || !lastNode) return undefined

  return {
    start: (starts[first] ?? 0) + (firstNode === range.startContainer ? range.startOffset : 0),
    end: (starts[last] ?? 0) + (lastNode === range.endContainer ? range.endOffset : lastNode.data.length),
  }
}

type SelectedRange = AbstractRange & Pick<Range, 'intersectsNode'>

/** The text within a selected range, one line for each paragraph. */
export function textInRange(map: TextMap, range: SelectedRange): string {
  const span = selectedSpan(map, range)
  return span ? map.text.slice(span.start, span.end).trim() : ''
}
