import { blockSelector } from '#shared/delta/blocks.ts'
import { highlightRanges } from '#web/ui/highlights.ts'
import { rangeOf, readText } from './textMap.ts'

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
