import { Drawer } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Annotation } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { AnnotationText } from './AnnotationNote.tsx'
import { Contents } from './Contents.tsx'
import type { ReaderDocument } from './readDocument.ts'
import styles from './BesideDrawer.module.css'

type Props = {
  document: ReaderDocument
  reading: string | undefined
  onHeading: (id: string) => void
  onAnnotation: (key: string) => void
}

/** What stands beside the text on a wide screen, in a drawer on a narrow one. */
export function BesideDrawer({ onHeading, onAnnotation, ...of }: Props) {
  const { reader: t, acts } = useStrings()
  const [isOpen, setOpen] = useState(false)
  const next = useRef<() => void>(undefined)
  // The drawer gives the focus back when it closes; what was chosen in it happens after that.
  const leaveFor = (step: () => void) => {
    next.current = step
    setOpen(false)
  }
  return (
    <>
      <IconButton
        icon="menu"
        className={styles.opener ?? ''}
        label={t.beside}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        onExitTransitionEnd={() => {
          next.current?.()
          next.current = undefined
        }}
        position="bottom"
        size="75%"
        title={t.beside}
        closeButtonProps={{ 'aria-label': acts.close }}
      >
        <Beside
          {...of}
          onHeading={(id) => leaveFor(() => onHeading(id))}
          onAnnotation={(key) => leaveFor(() => onAnnotation(key))}
        />
      </Drawer>
    </>
  )
}

function Beside({ document: { headings, cited, annotations }, reading, onHeading, onAnnotation }: Props) {
  return (
    <div className={styles.beside}>
      <Contents headings={headings} cited={cited} reading={reading} onHeading={onHeading} />
      {annotations.length > 0 && <Annotations annotations={annotations} onAnnotation={onAnnotation} />}
    </div>
  )
}

type AnnotationsProps = { annotations: Annotation[]; onAnnotation: (key: string) => void }

function Annotations({ annotations, onAnnotation }: AnnotationsProps) {
  const t = useStrings().reader
  return (
    <section>
      <h2 className={styles.title}>{t.notes}</h2>
      <ul className={styles.notes}>
        {annotations.map((annotation) => (
          <li key={annotation.key}>
            <button type="button" className={styles.note} onClick={() => onAnnotation(annotation.key)}>
              <AnnotationText annotation={annotation} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
