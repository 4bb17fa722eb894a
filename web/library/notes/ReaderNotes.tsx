import { useEffect, useState } from 'react'
import type { TextRange } from '#shared/text/textRange.ts'
import { blockSelector } from '#shared/delta/blocks.ts'
import { type TextMap, rangeOf } from '#web/library/reader/textMap.ts'
import { noteStrings } from '#web/platform/strings/noteStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { scrollRangeIntoView } from '#web/library/reader/scrollIntoView.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { NotesPanel } from './NotesPanel.tsx'
import type { NotesState } from './useNotes.ts'
import { highlight } from './drawNotes.ts'
import { blocksIn, textRangeOf, textRangeOfBlock } from './noteText.ts'
import styles from './ReaderNotes.module.css'

/** The panel, the dialog and the choice of a place: the last column of the reader, or a sheet over its end on a phone. */
export function ReaderNotes({ notes }: { notes: NotesState }) {
  const { article, map, shown, choosing, isOpen } = notes
  return (
    <>
      {isOpen && (
        <div className={styles.column} data-choosing={choosing !== undefined || undefined}>
          <NotesPanel notes={notes} />
        </div>
      )}
      {choosing && article && map && <ChoosingBar key={shown} notes={notes} article={article} map={map} />}
      <NoteDialog notes={notes} />
    </>
  )
}

type Props = { notes: NotesState; article: HTMLElement; map: TextMap }

/** Asks for a place in the text while the user chooses one. */
function ChoosingBar({ notes, article, map }: Props) {
  const strings = noteStrings[useLanguage()]
  const note = notes.notes.find(({ uid }) => uid === notes.choosing?.uid)
  const paragraph = useChoosing({
    article,
    map,
    start: note?.range ?? undefined,
    onChoose: notes.choose,
    onCancel: () => notes.setChoosing(undefined),
  })
  return (
    <div className={styles.choosing}>
      <Icon name="circle-dot" size={18} />
      <div className={styles.ask} role="status">
        <strong>{notes.mayCopy ? strings.chooseText : strings.chooseParagraph}</strong>
        <span className={styles.keys}>{strings.chooseKeys}</span>
        <VisuallyHidden>{paragraph.slice(0, 80)}</VisuallyHidden>
      </div>
      <Button size="sm" variant="ghost" onClick={() => notes.setChoosing(undefined)}>
        {strings.cancel}
      </Button>
    </div>
  )
}

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
function useChoosing({ article, map, start, onChoose, onCancel }: Options): string {
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
    return highlight(map, 'note-candidate', [current])
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

/** The keys of the page while a place is chosen, except for those of a field, a button or the browser. */
function useKeys(actions: Record<string, () => void>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = hasModifier(event) || isKeyOfTarget(event) ? undefined : actions[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  })
}

const hasModifier = (event: KeyboardEvent) => event.shiftKey || event.ctrlKey || event.altKey || event.metaKey

const isKeyOfTarget = ({ key, target }: KeyboardEvent) =>
  target instanceof Element && target.closest(key === 'Enter' ? `${fields}, button` : fields) !== null

const fields = 'input, textarea, select'

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
