import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { CaseText } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import { AnnotationText } from './AnnotationNote.tsx'
import { popoverId } from './linkTargets.ts'
import { type Anchor, usePlaceNear } from './placeNear.ts'
import type { NoteState } from './useOpenedNote.ts'
import styles from './NotePopover.module.css'

/** The open footnote, or on a narrow screen the open annotation, as a popover. */
export function OpenedNote({ note: { opened, opener, close }, text }: { note: NoteState; text: CaseText }) {
  const t = useStrings().reader
  if (!opened || !opener || opened.where === 'margin') return null

  if (opened.kind === 'annotation') {
    const annotation = text.annotations.find(({ key }) => key === opened.key)
    if (!annotation) return null
    return (
      <NotePopover label={t.notes} anchor={opener} opener={opener} onClose={close}>
        <AnnotationText annotation={annotation} />
      </NotePopover>
    )
  }

  const index = text.footnotes.findIndex(({ key }) => key === opened.key)
  const footnote = text.footnotes[index]
  if (!footnote) return null
  return (
    <NotePopover label={t.footnote(index + 1)} anchor={opener} opener={opener} onClose={close}>
      <p lang="dv" dir="auto">
        <FreeText>{footnote.content}</FreeText>
      </p>
    </NotePopover>
  )
}

type Props = {
  label: string
  /** The text that it is next to. */
  anchor: Anchor
  /** The button in the text that opened it: it receives the focus back. */
  opener?: HTMLElement
  children: ReactNode
  onClose: (returnFocus: boolean) => void
}

/** A popover with a note in the text. It takes the focus, so that it is read out, and returns it on closing. */
export function NotePopover({ label, anchor, opener, children, onClose }: Props) {
  const t = useStrings().actions
  const note = useRef<HTMLDivElement>(null)
  usePlaceNear(note, anchor)
  useEffect(() => note.current?.focus({ preventScroll: true }), [anchor])
  useClickOutside(note, opener, () => onClose(false))

  return (
    <div
      ref={note}
      id={popoverId}
      className={styles.note}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Handled here, so that dialogs around the reader stay open.
        event.preventDefault()
        onClose(true)
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) onClose(false)
      }}
    >
      <div className={styles.head}>
        <span className={styles.label}>{label}</span>
        <IconButton icon="close" size="sm" label={t.close} onClick={() => onClose(true)} />
      </div>
      {children}
    </div>
  )
}

function useClickOutside(note: RefObject<HTMLElement | null>, opener: HTMLElement | undefined, close: () => void) {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || note.current?.contains(target) || opener?.contains(target)) return
      latest.current()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [note, opener])
}
