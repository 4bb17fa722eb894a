import { type ReactNode, useEffect, useRef } from 'react'
import type { CaseText } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import { AnnotationText } from './AnnotationNote.tsx'
import { popoverId } from './linkTargets.ts'
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
      <NotePopover label={t.notes} opener={opener} onClose={close}>
        <AnnotationText annotation={annotation} />
      </NotePopover>
    )
  }

  const index = text.footnotes.findIndex(({ key }) => key === opened.key)
  const footnote = text.footnotes[index]
  if (!footnote) return null
  return (
    <NotePopover label={t.footnote(index + 1)} opener={opener} onClose={close}>
      <p lang="dv" dir="auto">
        <FreeText>{footnote.content}</FreeText>
      </p>
    </NotePopover>
  )
}

type Props = {
  label: string
  /** The button in the text that opened it; the popover is below it. */
  opener: HTMLElement
  children: ReactNode
  onClose: (returnFocus: boolean) => void
}

/** A popover with a note in the text. It takes the focus, so that it is read out, and returns it on closing. */
function NotePopover({ label, opener, children, onClose }: Props) {
  const t = useStrings().actions
  const note = useRef<HTMLDivElement>(null)
  usePositionBelow(note, opener)
  useEffect(() => note.current?.focus({ preventScroll: true }), [opener])
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

const gap = 8

/** Positions the popover below its opener, inside their common sheet, and again when the sheet is resized. */
function usePositionBelow(note: React.RefObject<HTMLElement | null>, opener: HTMLElement) {
  useEffect(() => {
    const container = note.current?.offsetParent
    if (!container) return undefined
    const updatePosition = () => {
      if (!note.current) return
      const [containerRect, openerRect] = [container.getBoundingClientRect(), opener.getBoundingClientRect()]
      const isRtl = getComputedStyle(container).direction === 'rtl'
      const middle = openerRect.left + openerRect.width / 2
      const inlineStart =
        (isRtl ? containerRect.right - middle : middle - containerRect.left) - note.current.offsetWidth / 2
      const maxInlineStart = containerRect.width - note.current.offsetWidth - gap
      note.current.style.setProperty('inset-block-start', `${openerRect.bottom - containerRect.top + gap}px`)
      note.current.style.setProperty('inset-inline-start', `${Math.max(gap, Math.min(inlineStart, maxInlineStart))}px`)
      note.current.scrollIntoView({ block: 'nearest' })
    }
    const observer = new ResizeObserver(updatePosition)
    observer.observe(container)
    return () => observer.disconnect()
  }, [note, opener])
}

function useClickOutside(note: React.RefObject<HTMLElement | null>, opener: HTMLElement, close: () => void) {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || note.current?.contains(target) || opener.contains(target)) return
      latest.current()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [note, opener])
}
