import { useEffect, useMemo, useState } from 'react'
import { useCodes } from '#web/api/useMeta.ts'
import { bestOf, findInText, findSearched, firstIn, type Searched } from './findInText.ts'
import { bringIntoView, reveal } from './reveal.ts'
import { stepTo } from './steps.ts'
import { rangeOf, spanOf, type TextMap } from './textMap.ts'

export type Finding = {
  words: string
  /** The match that is looked at, counted from 0. */
  current: number
  count: number
  look: (words: string) => void
  step: (by: 1 | -1) => void
}

type Opening = {
  searched: Searched
  /** The paragraph at which the reader opens. */
  block: Element | undefined
}

/** Finds words in the text, marks every match, and brings the current one into view. */
export function useFinding(map: TextMap | undefined, { searched: { query, marks }, block }: Opening): Finding {
  // Until somebody steps, the best match is looked at: the first of the paragraph, where one was asked for.
  const [asked, setAsked] = useState<{ words?: string | undefined; current?: number }>()
  // What was searched is marked as on its card; what somebody types here may still go on.
  const typed = asked?.words
  const isCode = useCodes(typed ?? query)
  const found = useMemo(() => {
    if (!map) return []
    return typed === undefined ? findSearched(map.text, { query, marks }, isCode) : findInText(map.text, typed, isCode)
  }, [map, typed, query, marks, isCode])
  const ranges = useMemo(() => (map ? found.flatMap((match) => rangeOf(map, match) ?? []) : []), [map, found])
  const opening = useMemo(() => (map && block ? spanOf(map, block) : undefined), [map, block])
  const isOpening = asked === undefined
  const landed = isOpening && opening ? firstIn(found, opening) : -1
  const current = asked?.current ?? (landed === -1 ? bestOf(found) : landed)
  // A paragraph without any of the words is brought into view itself.
  const now = isOpening && opening && landed === -1 ? undefined : ranges[current]

  useEffect(() => mark('found', ranges), [ranges])
  useEffect(() => mark('found-now', now ? [now] : []), [now])
  useEffect(() => {
    if (now) reveal(now)
    else if (isOpening && block) bringIntoView(block)
  }, [now, isOpening, block])

  return {
    words: typed ?? query,
    current,
    count: ranges.length,
    look: (text) => setAsked({ words: text }),
    step: (by) => setAsked({ words: typed, current: stepTo(current, by, ranges.length) }),
  }
}

/** Marks by the highlights of CSS, which leave the text as it is. A browser without them still steps and scrolls. */
function mark(name: 'found' | 'found-now', ranges: readonly Range[]) {
  if (!('highlights' in CSS)) return undefined
  const highlight = new Highlight()
  for (const range of ranges) highlight.add(range)
  if (name === 'found-now') highlight.priority = 1
  CSS.highlights.set(name, highlight)
  return () => {
    if (CSS.highlights.get(name) === highlight) CSS.highlights.delete(name)
  }
}
