import { useEffect, useRef } from 'react'
import type { Annotation } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Unseen } from '#web/ui/Text.tsx'
import { AnnotationNote } from './AnnotationNote.tsx'
import { wordsOf } from './follow.ts'
import { stack } from './stack.ts'
import styles from './Margin.module.css'

type Props = {
  annotations: Annotation[]
  text: HTMLElement | null
  /** The key of the annotation that is being looked at. */
  active: string | undefined
  onActive: (key: string) => void
  /** Back to the words that the active note is about. */
  onLeave: () => void
}

/** The annotations, each beside what it is about as far as there is room. */
export function Margin({ annotations, text, active, onActive, onLeave }: Props) {
  const t = useStrings().reader
  const list = useRef<HTMLUListElement>(null)
  const activeIndex = annotations.findIndex(({ key }) => key === active)

  useEffect(() => {
    const place = () => {
      if (text && list.current) placeNotes(list.current, { text, annotations, activeIndex })
    }
    place()
    const observer = new ResizeObserver(place)
    if (text) observer.observe(text)
    return () => observer.disconnect()
  }, [text, annotations, activeIndex])

  return (
    <aside aria-label={t.notes}>
      <h2>
        <Unseen>{t.notes}</Unseen>
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

type Scene = { text: HTMLElement; annotations: Annotation[]; activeIndex: number }

function placeNotes(list: HTMLElement, { text, annotations, activeIndex }: Scene) {
  const head = list.getBoundingClientRect().top
  const items = [...list.children].filter((item) => item instanceof HTMLElement)
  const notes = items.map((item, index) => ({
    anchor: Math.max(0, topOf(text, annotations[index]?.key ?? '') - head),
    height: item.offsetHeight,
  }))
  const tops = stack(notes, { gap: 12, active: activeIndex === -1 ? undefined : activeIndex })
  items.forEach((item, index) => item.style.setProperty('inset-block-start', `${tops[index] ?? 0}px`))
  const end = (tops.at(-1) ?? 0) + (notes.at(-1)?.height ?? 0)
  list.style.setProperty('min-block-size', `${end}px`)
}

const topOf = (text: HTMLElement, key: string) => wordsOf(text, key)[0]?.getBoundingClientRect().top ?? 0
