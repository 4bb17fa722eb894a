/** Functions of newer browsers, each with what happens in the oldest ones that the README names. */

/**
 * Highlights by the CSS Custom Highlight API, which leaves the text unchanged. Without it, everything else still works. Of two
 * at one place the one with the higher priority is drawn.
 */
const priorities = {
  'note-general': -2,
  'note-positive': -2,
  'note-neutral': -2,
  'note-warning': -2,
  'note-caution': -2,
  'note-active': -1,
  'note-candidate': -1,
  defined: 0,
  sentence: 1,
  found: 2,
  'found-now': 3,
  'editor-found': 0,
  'editor-found-now': 1,
}

type HighlightName = keyof typeof priorities

/** With forced colors the browser draws each highlight like a selection: those of the definitions would hide what was found. */
const isShown = (name: HighlightName) =>
  'highlights' in CSS && (name !== 'defined' || !window.matchMedia('(forced-colors: active)').matches)

/** Shows ranges under a name, in place of those before, until `close`. */
export function openHighlight(name: HighlightName) {
  if (!isShown(name)) return { add: () => undefined, close: () => undefined }
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

/**
 * Runs work once the browser is idle, and after `timeout_ms` at the latest; returns the function that cancels it.
 * Safari has no idle callbacks: there the work runs in a task of its own.
 */
export function whenIdle(work: () => void, timeout_ms?: number): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(() => work(), timeout_ms === undefined ? {} : { timeout: timeout_ms })
  return () => cancelIdleCallback(idle)
}

/**
 * Whether an element is drawn: it is neither hidden nor in a part out of view that the browser skips
 * (`content-visibility`). A browser without `checkVisibility` skips nothing.
 */
export const isDrawn = (element: Element) =>
  canCheckVisibility(element)
    ? element.checkVisibility({ contentVisibilityAuto: true })
    : element.getClientRects().length > 0

const canCheckVisibility = (element: Element): boolean => 'checkVisibility' in element
