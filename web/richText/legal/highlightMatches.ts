import type { EditorView } from '@tiptap/pm/view'
import type { FoundRange } from './findState.ts'

/** Highlights that are drawn at once at most; WebKit slows down with more. */
const max_highlights = 300

/** Highlights the matches near the viewport by the CSS Custom Highlight API, which leaves the text unchanged. */
export function highlightMatches(view: EditorView, found: readonly FoundRange[], current: FoundRange | undefined) {
  if (!('highlights' in CSS)) return
  const near = found.filter((match) => isNear(view, match)).slice(0, max_highlights)
  CSS.highlights.set('editor-found', new Highlight(...near.flatMap((match) => rangeOf(view, match) ?? [])))
  const now = new Highlight(...(current ? [rangeOf(view, current) ?? []].flat() : []))
  now.priority = 1
  CSS.highlights.set('editor-found-now', now)
}

export function clearHighlights() {
  if (!('highlights' in CSS)) return
  CSS.highlights.delete('editor-found')
  CSS.highlights.delete('editor-found-now')
}

function rangeOf(view: EditorView, { from, to }: FoundRange): Range | undefined {
  const [start, end] = [view.domAtPos(from, 1), view.domAtPos(to, -1)]
  const range = document.createRange()
  range.setStart(start.node, start.offset)
  range.setEnd(end.node, end.offset)
  return range
}

/** Within a screen of what is visible. */
function isNear(view: EditorView, { from }: FoundRange) {
  const { node } = view.domAtPos(from)
  const element = node instanceof Element ? node : node.parentElement
  const box = element?.getBoundingClientRect()
  return box !== undefined && box.bottom > -window.innerHeight && box.top < 2 * window.innerHeight
}
