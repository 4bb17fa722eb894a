import { BesideDrawer } from './BesideDrawer.tsx'
import { CopyButton } from './CopyButton.tsx'
import { FindBar } from './FindBar.tsx'
import { goToHeading } from './reveal.ts'
import { SizeChoice } from './SizeChoice.tsx'
import type { Reading } from './useReading.ts'
import styles from './Reader.module.css'

/** What the reader puts into the bar of the viewer. */
export function ReaderTools({ reading }: { reading: Reading }) {
  return (
    <>
      <FindBar finding={reading.finding} />
      <BesideDrawer
        document={reading.document}
        reading={reading.headingInView}
        onHeading={goToHeading}
        onAnnotation={reading.note.goToWords}
      />
      <SizeChoice size={reading.size} onSize={reading.setSize} />
      {reading.mayCopy && (
        <span className={styles.copyInBar}>
          <CopyButton selected={reading.selected} isCopying={reading.isCopying} onCopy={reading.copy} />
        </span>
      )}
    </>
  )
}
