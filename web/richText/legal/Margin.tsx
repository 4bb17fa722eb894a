import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { layoutNotes } from '#web/richText/layoutNotes.ts'
import { classes } from '#web/ui/classes.ts'
import { isDrawn, whenIdle } from '#web/ui/olderBrowsers.ts'
import { activeAnchor, anchors, isActiveNew, type MarginCard, notesIn } from './notes.ts'
import { AnnotationCard, FootnoteCard } from './NoteCards.tsx'
import { useSuggestionCards } from './suggestions.tsx'
import styles from './Margin.module.css'

type Props = {
  editor: Editor
  disabled: boolean
  onEditAnnotation: (key: string) => void
}

/** The annotations, the open footnote and the suggestions, each next to its text as far as there is space. */
export function Margin({ editor, disabled, onEditAnnotation }: Props) {
  const strings = legalEditorStrings[useLanguage()]
  const active = useEditorState({ editor, selector: ({ editor: { state } }) => activeAnchor(state) })
  const { annotations, footnotes } = useNotes(editor, active)
  const isNew = useEditorState({ editor, selector: ({ editor: { state } }) => isActiveNew(state) })
  const footnote = footnotes.find(({ key }) => active === `footnote:${key}`)
  const cards = annotations.map((annotation): MarginCard => {
    const anchor = `annotation:${annotation.key}` as const
    const isActive = anchor === active
    const onEdit = () => onEditAnnotation(annotation.key)
    return { anchor, isActive, content: <AnnotationCard {...{ editor, annotation, isActive, disabled, onEdit }} /> }
  })
  if (footnote)
    cards.push({
      anchor: `footnote:${footnote.key}`,
      isActive: true,
      content: <FootnoteCard key={footnote.key} {...{ editor, footnote, isNew, disabled }} />,
    })
  cards.push(...useSuggestionCards(editor, disabled))
  const list = useCardLayout(editor, cards)

  return (
    <aside aria-label={strings.margin} className={styles.margin}>
      <ul ref={list} className={styles.cards}>
        {cards.map((card) => (
          <li key={card.anchor} data-anchor={card.anchor} className={classes(card.isActive && styles.active)}>
            {card.content}
          </li>
        ))}
      </ul>
    </aside>
  )
}

const noNotes: ReturnType<typeof notesIn> = { annotations: [], footnotes: [] }

/**
 * The notes whose cards are drawn: none before the first paint of the text, then more annotations whenever the browser is
 * idle, and from when all are drawn, all. The active one is always among them.
 */
function useNotes(editor: Editor, active: string | undefined) {
  const [count, setCount] = useState(0)
  const isOpen = count > 0 || active !== undefined
  const { annotations, footnotes } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => (isOpen ? notesIn(state.doc) : noNotes),
  })
  useEffect(() => {
    if (count === Number.POSITIVE_INFINITY) return undefined
    const drawMore = () => {
      if (editor.isDestroyed) return
      const next = count + cards_at_once
      setCount(next < notesIn(editor.state.doc).annotations.length ? next : Number.POSITIVE_INFINITY)
    }
    return whenIdle(drawMore, 1000)
  }, [editor, count])
  const drawn = annotations.filter(({ key }, index) => index < count || active === `annotation:${key}`)
  return { annotations: drawn, footnotes }
}

/**
 * Measured: drawing and placing 150 cards takes a tenth of a second, for which a key would wait. Fewer cards in a step would
 * take more work in all: each step also costs a frame of the whole editor.
 */
const cards_at_once = 50

/** A pause after a change of the text, before the cards follow it. */
const layout_ms = 120

function useCardLayout(editor: Editor, cards: readonly MarginCard[]) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (list.current && !editor.isDestroyed) placeCards(list.current, editor.view.dom)
  }, [editor, cards])
  useEffect(() => {
    // On a busy machine the library may destroy an editor before its first use, and create another at once.
    if (editor.isDestroyed) return undefined
    let timer = 0
    let cancelPlace: () => void = () => undefined
    const placeLater = () => {
      window.clearTimeout(timer)
      cancelPlace()
      timer = window.setTimeout(() => {
        cancelPlace = whenIdle(place, layout_ms)
      }, layout_ms)
    }
    const place = () => {
      if (list.current && !editor.isDestroyed) placeCards(list.current, editor.view.dom)
    }
    const observer = new ResizeObserver(placeLater)
    observer.observe(editor.view.dom)
    editor.on('update', placeLater)
    return () => {
      window.clearTimeout(timer)
      cancelPlace()
      observer.disconnect()
      editor.off('update', placeLater)
    }
  }, [editor])
  return list
}

/** In the order of the text; a card without an element in the text is at the top. */
function placeCards(list: HTMLElement, text: HTMLElement) {
  // Nothing is measured when a text opens: its cards come after the first paint.
  if (list.childElementCount === 0 && list.style.length === 0) return
  const elements = elementsOf(text)
  const top = list.getBoundingClientRect().top
  const cards = [...list.children]
    .filter((card) => card instanceof HTMLElement)
    .map((card) => {
      const element = elements.get(card.dataset['anchor'] ?? '') ?? null
      const anchor = Math.max(0, (element ? topOf(element, text) : top) - top)
      return { card, element, anchor, height: card.offsetHeight }
    })
    .sort((one, other) => orderOf(one.element, other.element))
  const active = cards.findIndex(({ card }) => card.classList.contains(styles.active ?? ''))
  const tops = layoutNotes(cards, { gap: 10, active: active === -1 ? undefined : active })
  cards.forEach(({ card }, index) => setStyle(card, 'inset-block-start', `${tops[index] ?? 0}px`))
  setStyle(list, 'min-block-size', `${(tops.at(-1) ?? 0) + (cards.at(-1)?.height ?? 0)}px`)
}

/** What cards are about, each by its first element. */
function elementsOf(text: HTMLElement): Map<string, Element> {
  const names = Object.entries(anchors)
  const elements = new Map<string, Element>()
  for (const element of text.querySelectorAll(names.map(([, attribute]) => `[${attribute}]`).join()))
    for (const [name, attribute] of names) {
      const anchor = `${name}:${element.getAttribute(attribute) ?? ''}`
      if (!elements.has(anchor)) elements.set(anchor, element)
    }
  return elements
}

/** A style that is written again is calculated again, even when it is the same. */
function setStyle({ style }: HTMLElement, name: string, value: string) {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
}

/** Of a line out of view, the place of the line: its words would be laid out to be measured. */
function topOf(element: Element, text: HTMLElement): number {
  const isSkipped = !isDrawn(element)
  let block = element
  while (isSkipped && block.parentElement && block.parentElement !== text) block = block.parentElement
  return block.getBoundingClientRect().top
}

/** A superscript number is higher than the words before it: the place in the document decides, not the height. */
function orderOf(one: Element | null, other: Element | null): number {
  if (!one || !other) return Number(one !== null) - Number(other !== null)
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}
