import { useEffect, useState } from 'react'
import { blockNumberOf, paragraphsIn } from './blocks.ts'
import { textInRange, type TextMap } from './textMap.ts'

export type SelectedText = {
  /** In reading order, one line for each paragraph. */
  text: string
  /** The printed numbers of its paragraphs: `6`, `6-8`, or nothing. */
  paragraphs: string
  /** The number of its first block. */
  block: number
  range: Range
}

/** Wait until a selection has its end: dragging changes it with every movement. */
const pause_ms = 120

/** The text that is selected in the reader, once the user has finished selecting. */
export function useSelectedText(article: HTMLElement | null, map: TextMap | undefined): SelectedText | undefined {
  const [selected, setSelected] = useState<SelectedText>()
  useEffect(() => {
    if (!article || !map) return undefined
    let isPressed = false
    let timer = 0
    const update = () => {
      if (!isPressed) setSelected(readSelection(article, map))
    }
    const schedule = () => {
      window.clearTimeout(timer)
      // A collapsed selection is none at once.
      timer = window.setTimeout(update, document.getSelection()?.isCollapsed === false ? pause_ms : 0)
    }
    const onPress = () => {
      isPressed = true
    }
    // A press outside, as on the menu of the selection, selects nothing.
    const onRelease = () => {
      if (!isPressed) return
      isPressed = false
      schedule()
    }
    article.addEventListener('pointerdown', onPress)
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, onRelease)
    document.addEventListener('selectionchange', schedule)
    return () => {
      window.clearTimeout(timer)
      article.removeEventListener('pointerdown', onPress)
      for (const name of ['pointerup', 'pointercancel']) window.removeEventListener(name, onRelease)
      document.removeEventListener('selectionchange', schedule)
    }
  }, [article, map])
  return selected
}

/** The current selection; undefined without text. */
export function readSelection(article: HTMLElement, map: TextMap): SelectedText | undefined {
  const range = selectedRange()
  const text = range && textInRange(map, range)
  if (!range || text === undefined || text === '') return undefined
  return {
    text,
    paragraphs: paragraphsIn(article, range),
    block: blockNumberOf(article, range.startContainer),
    range: range.cloneRange(),
  }
}

/** A selection outside of the text in which a quotation of it is, as in a note: all that is selected. */
export function readSelectedQuote(): SelectedText | undefined {
  const range = selectedRange()
  const isQuoted =
    range && Array.from(document.querySelectorAll('[data-quote]')).some((quote) => range.intersectsNode(quote))
  return isQuoted ? { text: document.getSelection()?.toString() ?? '', paragraphs: '', block: 0, range } : undefined
}

function selectedRange(): Range | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  return selection.getRangeAt(0)
}
