import { NotesButton } from '#web/library/notes/NotesButton.tsx'
import { FindBar } from './FindBar.tsx'
import { OutlineDrawer } from './OutlineDrawer.tsx'
import { ReadingSettings, SizeChoice } from './ReadingSettings.tsx'
import { goToHeading } from './scrollIntoView.ts'
import type { ReaderState } from './useReading.ts'
import styles from './ReadingSettings.module.css'

/** The reader's tools in the viewer bar. */
export function ReaderTools({ reader }: { reader: ReaderState }) {
  return (
    <>
      <FindBar findInPage={reader.findInPage} />
      <span className={styles.sizesInBar}>
        <SizeChoice style={reader.style} />
      </span>
      <OutlineDrawer
        document={reader.document}
        citations={reader.citations}
        currentHeading={reader.headingInView}
        onHeading={goToHeading}
        onAnnotation={reader.note.goToAnnotation}
      />
      <ReadingSettings style={reader.style} definitions={reader.definitions} />
      {reader.ownNotes && <NotesButton notes={reader.ownNotes} />}
    </>
  )
}
