import { useEffect, useState } from 'react'
import { rangeOf, type TextMap } from '#web/library/reader/textMap.ts'
import { scrollRangeIntoView } from '#web/library/reader/scrollIntoView.ts'
import type { TextRange } from '#shared/text/textRange.ts'
import { blockSelector } from '#shared/delta/blocks.ts'
import { activePriority, highlight } from './drawNotes.ts'
import { blocksIn, textRangeOf, textRangeOfBlock } from './noteText.ts'

type Options = {
  article: HTMLElement
  map: TextMap
  /** Where the choice begins. */
  start: TextRange | undefined
  onChoose: (range: TextRange) => void
  onCancel: () => void
}

/**
 * Chooses a place in the text: a selection, or a paragraph by a click, or by the arrow keys and Enter. Escape cancels. Returns the
 * text of the paragraph that Enter would choose.
 */
export function useChoosing({ article, map, start, onChoose, onCancel }: Options): string {
  const [paragraphs] = useState(() => blocksIn(article).filter((block) => textRangeOfBlock(map, block) !== undefined))
  const [index, setIndex] = useState(() => firstIndex(paragraphs, map, start))
  const paragraph = paragraphs[index]
  const range = paragraph && textRangeOfBlock(map, paragraph)

  useEffect(() => {
    article.focus({ preventScroll: true })
  }, [article])
  useEffect(() => {
    const current = paragraph && textRangeOfBlock(map, paragraph)
    if (!current) return undefined
    const domRange = rangeOf(map, current)
    if (domRange) scrollRangeIntoView(domRange)
    return highlight(map, 'note-candidate', [current], activePriority)
  }, [map, paragraph])

  useKeys({
    ArrowDown: () => setIndex(Math.min(paragraphs.length - 1, index + 1)),
    ArrowUp: () => setIndex(Math.max(0, index - 1)),
    Enter: () => {
      const chosen = selectedRange(map) ?? range
      if (chosen) onChoose(chosen)
    },
    Escape: onCancel,
  })
  useClickedPlace({ article, map, onChoose })
  return range ? map.text.slice(range.start, range.end) : ''
}

/** The keys of the page while a place is chosen, except for those on a button. */
function useKeys(actions: Record<string, () => void>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOnButton = event.key === 'Enter' && event.target instanceof Element && event.target.closest('button')
      const action = isOnButton || event.shiftKey ? undefined : actions[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  })
}

/** A click chooses the selection that it ends, or its paragraph. */
function useClickedPlace({ article, map, onChoose }: Pick<Options, 'article' | 'map' | 'onChoose'>) {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const block = event.target instanceof Element ? event.target.closest<HTMLElement>(blockSelector) : null
      const chosen = selectedRange(map) ?? (block && textRangeOfBlock(map, block))
      // A number or an annotation in the text does not open now.
      event.preventDefault()
      event.stopPropagation()
      if (chosen) onChoose(chosen)
    }
    article.addEventListener('click', onClick, { capture: true })
    return () => article.removeEventListener('click', onClick, { capture: true })
  })
}

function selectedRange(map: TextMap): TextRange | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  return textRangeOf(map, selection.getRangeAt(0))
}

/** The paragraph of the start, else the first one in the window. */
function firstIndex(paragraphs: readonly HTMLElement[], map: TextMap, start: TextRange | undefined) {
  const isFirst = (block: HTMLElement) => {
    if (!start) return block.getBoundingClientRect().bottom > 160
    const range = textRangeOfBlock(map, block)
    return range !== undefined && range.end > start.start
  }
  return Math.max(0, paragraphs.findIndex(isFirst))
}
