import { blockSelector } from '#shared/delta/blocks.ts'
import { rangeOf, readText } from './textMap.ts'

/** CSS Custom Highlight API, which leaves the text unchanged. Without it, everything else still works. */
type HighlightName = 'found' | 'found-now' | 'defined' | 'sentence'

const priorities: Record<HighlightName, number> = { defined: 0, sentence: 1, found: 2, 'found-now': 3 }

/** With forced colors the browser draws each highlight like a selection: those of the definitions would hide what was found. */
const isDrawn = (name: HighlightName) => name !== 'defined' || !window.matchMedia('(forced-colors: active)').matches

/** Shows ranges under a name, until `close`. */
export function openHighlight(name: HighlightName) {
  if (!('highlights' in CSS) || !isDrawn(name)) return { add: () => undefined, close: () => undefined }
  const highlight = new Highlight()
  highlight.priority = priorities[name]
  CSS.highlights.set(name, highlight)
  return {
    add: (ranges: Iterable<AbstractRange>) => {
      for (const range of ranges) highlight.add(range)
    },
    close: () => {
      if (CSS.highlights.get(name) === highlight) CSS.highlights.delete(name)
    },
  }
}

export function highlightRanges(name: HighlightName, ranges: Iterable<AbstractRange>) {
  const { add, close } = openHighlight(name)
  add(ranges)
  return close
}

/** How long the sentence of a footnote is marked after the way back to it. */
const marked_ms = 3000

/** Marks the sentence before the reference of a footnote for a moment. */
export function markSentenceBefore(reference: Element) {
  const block = reference.closest(blockSelector)
  if (!block) return
  const map = readText(block)
  const after = map.nodes.findIndex(
    (node) => !(node.compareDocumentPosition(reference) & Node.DOCUMENT_POSITION_FOLLOWING),
  )
  const end = after === -1 ? map.text.length : (map.starts[after] ?? 0)
  const range = rangeOf(map, { start: startOfSentence(map.text.slice(0, end)), end })
  if (range) setTimeout(highlightRanges('sentence', [range]), marked_ms)
}

/** The offset at which the last sentence of a text starts. */
export function startOfSentence(text: string): number {
  const ends = [...text.trimEnd().matchAll(/[.؟!]\s+/gu)]
  const last = ends.at(-1)
  return last ? last.index + last[0].length : 0
}
