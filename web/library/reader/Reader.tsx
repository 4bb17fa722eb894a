import { createPortal } from 'react-dom'
import type { CaseDetails, CaseText } from '#shared/calls/search.ts'
import { PrintCaseButton } from '#web/library/print/PrintCaseButton.tsx'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { AnnotationSidebar } from './AnnotationSidebar.tsx'
import { Contents } from './Contents.tsx'
import type { SearchContext } from './findInText.ts'
import { JudgmentText } from './JudgmentText.tsx'
import { OpenedNote } from './OpenedNote.tsx'
import { CopyButton, ReaderTools } from './ReaderTools.tsx'
import { goToHeading } from './scrollIntoView.ts'
import { type ReaderState, useReading } from './useReading.ts'
import styles from './Reader.module.css'

type Props = {
  details: CaseDetails
  text: CaseText
  /** The search; the reader opens at its best match. */
  searchContext: SearchContext
  /** The block to open at, from 1; without one, the best match of the search. */
  paragraph: number | undefined
  /** The element of the viewer bar for the reader's tools. */
  toolbar: HTMLElement | null
}

/** The reader: the text of a judgment, its contents at the start, its annotations at the end. */
export function Reader({ toolbar, ...input }: Props) {
  const { text } = input
  const reader = useReading(input)
  const { setRegion, document, article, headingInView, note, mayCopy } = reader
  const { annotations } = document
  return (
    <div
      ref={setRegion}
      className={styles.frame}
      data-notes={annotations.length > 0 || undefined}
      data-protected={!mayCopy || undefined}
    >
      {toolbar && createPortal(<ReaderTools reader={reader} />, toolbar)}
      {toolbar && createPortal(<PrintCaseButton {...input} article={article} mayPrint={mayCopy} />, toolbar)}
      <div className={styles.contents}>
        <Contents
          headings={document.headings}
          cited={document.cited}
          currentHeading={headingInView}
          onHeading={goToHeading}
          annotations={annotations}
          onAnnotation={note.goToAnnotation}
        />
      </div>
      <TextColumn reader={reader} text={text} />
      {annotations.length > 0 && (
        <div className={styles.sidebar}>
          <AnnotationSidebar
            annotations={annotations}
            text={article}
            active={note.opened?.where === 'margin' ? note.opened.key : undefined}
            onActive={note.goToAnnotation}
            onLeave={() => note.close(true)}
          />
        </div>
      )}
    </div>
  )
}

/** The text, with its popovers and the copy button. */
function TextColumn({ reader, text }: { reader: ReaderState; text: CaseText }) {
  const t = useStrings().reader
  const language = useLanguage()
  const { document, size, mayCopy, selected, note } = reader
  return (
    <div className={styles.sheet}>
      {!mayCopy && <p className={styles.unprinted}>{t.mayNotPrint}</p>}
      {/* The text contains labels in the interface language, so another language needs a new one. */}
      <JudgmentText
        key={language}
        document={document}
        footnotes={text.footnotes}
        size={size}
        isProtected={!mayCopy}
        onArticle={reader.setArticle}
        onTarget={note.openTarget}
      />
      <OpenedNote note={note} text={text} />
      {selected !== '' && (
        <div className={styles.copyBelow}>
          <CopyButton selected={selected} isCopying={reader.isCopying} onCopy={reader.copy} />
        </div>
      )}
    </div>
  )
}
