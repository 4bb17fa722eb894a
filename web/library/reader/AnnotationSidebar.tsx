import { useEffect, useRef } from 'react'
import type { Annotation } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { AnnotationNote } from './AnnotationNote.tsx'
import { annotatedSpans } from './linkTargets.ts'
import { layoutNotes } from '#web/richText/layoutNotes.ts'
import styles from './AnnotationSidebar.module.css'

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
  const t = useStrings().reader
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
    <aside aria-label={t.notes}>
      <h2>
        <VisuallyHidden>{t.notes}</VisuallyHidden>
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
  const isSkipped = span?.checkVisibility({ contentVisibilityAuto: true }) === false
  return ((isSkipped && span.closest('[data-chunk]')) || span)?.getBoundingClientRect().top ?? 0
}
