import { Drawer } from '@mantine/core'
import { useState } from 'react'
import type { Annotation, Citations } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { DialogHead, titleClass } from '#web/ui/dialogs/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { AnnotationText } from './AnnotationSidebar.tsx'
import { Contents } from './Contents.tsx'
import type { ReaderDocument } from '#web/richText/readDocument.ts'
import styles from './OutlineDrawer.module.css'

type Props = {
  document: ReaderDocument
  citations: Citations | undefined
  currentHeading: string | undefined
  isProtected: boolean
  onHeading: (id: string) => void
  onAnnotation: (key: string) => void
}

/** On a narrow screen, a drawer with the contents and annotations that a wide screen shows next to the text. */
export function OutlineDrawer({ isProtected, onHeading, onAnnotation, ...outline }: Props) {
  const { reader: strings, actions } = useStrings()
  const [isOpen, setOpen] = useState(false)
  // The chosen action moves the focus; without one the drawer returns it to its button.
  const [chosen, setChosen] = useState<{ run: () => void }>()
  const closeThen = (run: () => void) => {
    setChosen({ run })
    setOpen(false)
  }
  const open = () => {
    setChosen(undefined)
    setOpen(true)
  }
  return (
    <>
      <IconButton
        icon="menu"
        className={styles.opener ?? ''}
        label={strings.outline}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      />
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        returnFocus={!chosen}
        onExitTransitionEnd={() => chosen?.run()}
        position="bottom"
        size="75%"
        padding={0}
        withCloseButton={false}
        // It is outside of the element of the reader.
        attributes={isProtected ? { content: { 'data-quote': '', 'data-protected': '' } } : {}}
      >
        <DialogHead closeLabel={actions.close} onClose={() => setOpen(false)}>
          <Drawer.Title className={titleClass}>{strings.outline}</Drawer.Title>
        </DialogHead>
        <Outline
          {...outline}
          onHeading={(id) => closeThen(() => onHeading(id))}
          onAnnotation={(key) => closeThen(() => onAnnotation(key))}
        />
      </Drawer>
    </>
  )
}

function Outline({ document, citations, currentHeading, onHeading, onAnnotation }: Omit<Props, 'isProtected'>) {
  const { headings, cited, annotations } = document
  return (
    <div className={styles.outline}>
      <Contents
        headings={headings}
        cited={cited}
        citations={citations}
        currentHeading={currentHeading}
        onHeading={onHeading}
      />
      {annotations.length > 0 && <Annotations annotations={annotations} onAnnotation={onAnnotation} />}
    </div>
  )
}

type AnnotationsProps = { annotations: Annotation[]; onAnnotation: (key: string) => void }

function Annotations({ annotations, onAnnotation }: AnnotationsProps) {
  const strings = useStrings().reader
  return (
    <section>
      <h2 className={styles.title}>{strings.notes}</h2>
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
