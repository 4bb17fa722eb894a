import { createPortal } from 'react-dom'
import type { CaseDetails, CaseText } from '#shared/calls/search.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { Contents } from './Contents.tsx'
import { CopyButton } from './CopyButton.tsx'
import type { Searched } from './findInText.ts'
import { Margin } from './Margin.tsx'
import { OpenedNote } from './OpenedNote.tsx'
import { Paper } from './Paper.tsx'
import { ReaderTools } from './ReaderTools.tsx'
import { goToHeading } from './reveal.ts'
import { type Reading, useReading } from './useReading.ts'
import styles from './Reader.module.css'

type Props = {
  details: CaseDetails
  text: CaseText
  /** What was searched; the reader opens at the best place for it. */
  searched: Searched
  /** The block of the text to open at, from 1; without one, the best place for the words. */
  paragraph: number | undefined
  /** Where in the bar of the viewer the tools of the reader stand. */
  tools: HTMLElement | null
}

/** A judgment to read: its text on paper, what it holds at its start, what was remarked about it at its end. */
export function Reader({ tools, ...opening }: Props) {
  const { text } = opening
  const reading = useReading(opening)
  const { setRegion, document, article, headingInView, note, mayCopy } = reading
  const { annotations } = document
  return (
    <div
      ref={setRegion}
      className={styles.frame}
      data-notes={annotations.length > 0 || undefined}
      data-protected={!mayCopy || undefined}
    >
      {tools && createPortal(<ReaderTools reading={reading} />, tools)}
      <div className={styles.contents}>
        <Contents
          headings={document.headings}
          cited={document.cited}
          reading={headingInView}
          onHeading={goToHeading}
          annotations={annotations}
          onAnnotation={note.goToWords}
        />
      </div>
      <Sheet reading={reading} text={text} />
      {annotations.length > 0 && (
        <div className={styles.margin}>
          <Margin
            annotations={annotations}
            text={article}
            active={note.opened?.where === 'margin' ? note.opened.key : undefined}
            onActive={note.goToWords}
            onLeave={() => note.close(true)}
          />
        </div>
      )}
    </div>
  )
}

/** The paper, and what stands over it for a while. */
function Sheet({ reading, text }: { reading: Reading; text: CaseText }) {
  const t = useStrings().reader
  const language = useLanguage()
  const { document, size, mayCopy, selected, note } = reading
  return (
    <div className={styles.sheet}>
      {!mayCopy && <p className={styles.unprinted}>{t.mayNotPrint}</p>}
      {/* Its letters hold words of the screen's language, so another language makes another paper. */}
      <Paper
        key={language}
        document={document}
        footnotes={text.footnotes}
        size={size}
        isProtected={!mayCopy}
        onText={reading.setArticle}
        onFollow={note.follow}
      />
      <OpenedNote note={note} text={text} />
      {selected !== '' && (
        <div className={styles.copyBelow}>
          <CopyButton selected={selected} isCopying={reading.isCopying} onCopy={reading.copy} />
        </div>
      )}
    </div>
  )
}
