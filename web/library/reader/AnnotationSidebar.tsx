import { useEffect, useRef } from 'react'
import type { Annotation } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { VisuallyHidden, FreeText } from '#web/ui/Text.tsx'
import { layoutNotes } from '#web/richText/layoutNotes.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { isDrawn } from '#web/ui/olderBrowsers.ts'
import { AnnotationIcon } from '#web/richText/AnnotationIcon.tsx'
import { annotatedSpans, marginNoteId } from './linkTargets.ts'
import styles from './AnnotationSidebar.module.css'
import tones from '#web/richText/tones.module.css'

type Props = {
  annotations: Annotation[]
  text: HTMLElement | null
  /** The key of the active annotation. */
  active: string | undefined
  onActive: (key: string) => void
  /** Returns to the text of the active annotation. */
  onLeave: () => void
}

/** The annotations in the margin, each next to its text as far as there is space. */
export function AnnotationSidebar({ annotations, text, active, onActive, onLeave }: Props) {
  const strings = useStrings().reader
  const list = useRef<HTMLUListElement>(null)
  const activeIndex = annotations.findIndex(({ key }) => key === active)

  useEffect(() => {
    const updateLayout = () => {
      if (text && list.current) positionNotes(list.current, { text, annotations, activeIndex })
    }
    updateLayout()
    const observer = new ResizeObserver(updateLayout)
    if (text) observer.observe(text)
    text?.addEventListener('contentvisibilityautostatechange', updateLayout, true)
    return () => {
      observer.disconnect()
      text?.removeEventListener('contentvisibilityautostatechange', updateLayout, true)
    }
  }, [text, annotations, activeIndex])

  return (
    <aside aria-label={strings.notes}>
      <h2>
        <VisuallyHidden>{strings.notes}</VisuallyHidden>
      </h2>
      <ul ref={list} className={styles.notes}>
        {annotations.map((annotation) => (
          <li key={annotation.key}>
            <AnnotationNote
              annotation={annotation}
              isActive={annotation.key === active}
              onActive={() => onActive(annotation.key)}
              onLeave={onLeave}
            />
          </li>
        ))}
      </ul>
    </aside>
  )
}

type NoteLayout = { text: HTMLElement; annotations: Annotation[]; activeIndex: number }

function positionNotes(list: HTMLElement, { text, annotations, activeIndex }: NoteLayout) {
  const listTop = list.getBoundingClientRect().top
  const items = [...list.children].filter((item) => item instanceof HTMLElement)
  const notes = items.map((item, index) => ({
    anchor: Math.max(0, annotationTop(text, annotations[index]?.key ?? '') - listTop),
    height: item.offsetHeight,
  }))
  const tops = layoutNotes(notes, { gap: 12, active: activeIndex === -1 ? undefined : activeIndex })
  items.forEach((item, index) => item.style.setProperty('inset-block-start', `${tops[index] ?? 0}px`))
  const end = (tops.at(-1) ?? 0) + (notes.at(-1)?.height ?? 0)
  list.style.setProperty('min-block-size', `${end}px`)
}

/** In a chunk out of view, the top of the chunk: the position inside of it would lay out all of its blocks. */
function annotationTop(text: HTMLElement, key: string): number {
  const span = annotatedSpans(text, key)[0]
  const isSkipped = span !== undefined && !isDrawn(span)
  return ((isSkipped && span.closest('[data-chunk]')) || span)?.getBoundingClientRect().top ?? 0
}

type AnnotationNoteProps = { annotation: Annotation; isActive: boolean; onActive: () => void; onLeave: () => void }

/** An annotation in the margin: its text and its type, by icon, color and name. */
function AnnotationNote({ annotation, isActive, onActive, onLeave }: AnnotationNoteProps) {
  const strings = useStrings().reader
  return (
    <div
      id={marginNoteId(annotation.key)}
      className={classes(styles.note, tones[annotation.type], isActive && styles.active)}
      role="note"
      aria-label={strings.annotation(strings.types[annotation.type], annotation.title)}
      tabIndex={-1}
      data-quote=""
      onClick={onActive}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Handled here, so that dialogs around the reader stay open.
        event.preventDefault()
        onLeave()
      }}
    >
      <AnnotationText annotation={annotation} />
      {isActive && (
        <IconButton
          icon="arrow-back"
          size="sm"
          className={styles.leave ?? ''}
          label={strings.backToText}
          onClick={(event) => {
            event.stopPropagation()
            onLeave()
          }}
        />
      )}
    </div>
  )
}

/** The text of an annotation, in the margin and in popovers. */
export function AnnotationText({ annotation: { type, title, category, content } }: { annotation: Annotation }) {
  const strings = useStrings().reader
  return (
    <>
      <strong className={styles.title} lang="dv" dir="auto">
        <FreeText>{title}</FreeText>
      </strong>
      <span className={styles.content} lang="dv" dir="auto">
        <FreeText>{content}</FreeText>
      </span>
      <small className={styles.kind}>
        <AnnotationIcon type={type} />
        {strings.types[type]} <span aria-hidden="true">·</span> {strings.categories[category]}
      </small>
    </>
  )
}
