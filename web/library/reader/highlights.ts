/** CSS Custom Highlight API, which leaves the text unchanged. Without it, everything else still works. */
type HighlightName = 'found' | 'found-now' | 'defined' | 'sentence'

const priorities: Record<HighlightName, number> = { defined: 0, sentence: 1, found: 2, 'found-now': 3 }

/** Shows ranges under a name, until `close`. */
export function openHighlight(name: HighlightName) {
  if (!('highlights' in CSS)) return { add: () => undefined, close: () => undefined }
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
