import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CaseDetails, CaseText } from '#shared/calls/search.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { BesideDrawer } from './BesideDrawer.tsx'
import { Contents } from './Contents.tsx'
import { CopyButton } from './CopyButton.tsx'
import { citationOf } from './copying.ts'
import { FindBar } from './FindBar.tsx'
import { Margin } from './Margin.tsx'
import { OpenedNote } from './OpenedNote.tsx'
import { Paper } from './Paper.tsx'
import { readDocument } from './readDocument.ts'
import { SizeChoice } from './SizeChoice.tsx'
import { bringUp } from './reveal.ts'
import { readText } from './textMap.ts'
import { useCopy, useCopyEvents } from './useCopy.ts'
import { useFinding } from './useFinding.ts'
import { useHeadingInView } from './useHeadingInView.ts'
import { useMayCopy } from './useMayCopy.ts'
import { useOpenedNote } from './useOpenedNote.ts'
import { useProtection } from './useProtection.ts'
import { useReadingSize } from './useReadingSize.ts'
import { useSelectedText } from './useSelectedText.ts'
import styles from './Reader.module.css'

type Props = {
  details: CaseDetails
  text: CaseText
  /** The words that were searched; the reader opens at the first of them. */
  query: string
  /** Where in the bar of the viewer the tools of the reader stand. */
  tools: HTMLElement | null
}

/** A judgment to read: its text on paper, what it holds at its start, what was remarked about it at its end. */
export function Reader({ details, text, query, tools }: Props) {
  const t = useStrings().reader
  const language = useLanguage()
  const document = useReaderDocument(text)
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const map = useMemo(() => (article ? readText(article) : undefined), [article])
  const finding = useFinding(map, query)
  const reading = useHeadingInView(article, document.headings)
  const note = useOpenedNote(article)
  const [size, setSize] = useReadingSize()

  const mayCopy = useMayCopy()
  useProtection(region, !mayCopy)
  const selected = useSelectedText(mayCopy ? map : undefined)
  const { copy, isCopying } = useCopy({ reference: details.reference, citation: citationOf(details, language) })
  useCopyEvents(map, mayCopy ? copy : undefined)

  const copyButton = mayCopy && <CopyButton selected={selected} isCopying={isCopying} onCopy={copy} />
  return (
    <div
      ref={setRegion}
      className={styles.frame}
      data-notes={document.annotations.length > 0 || undefined}
      data-protected={!mayCopy || undefined}
    >
      {tools &&
        createPortal(
          <>
            <FindBar finding={finding} />
            <BesideDrawer document={document} reading={reading} onHeading={goTo} onAnnotation={note.goToWords} />
            <SizeChoice size={size} onSize={setSize} />
            <span className={styles.copyInBar}>{copyButton}</span>
          </>,
          tools,
        )}
      <div className={styles.contents}>
        <Contents
          headings={document.headings}
          cited={document.cited}
          reading={reading}
          onHeading={goTo}
          annotations={document.annotations}
          onAnnotation={note.goToWords}
        />
      </div>
      <div className={styles.sheet} dir="rtl">
        {!mayCopy && <p className={styles.unprinted}>{t.mayNotPrint}</p>}
        {/* Its letters hold words of the screen's language, so another language makes another paper. */}
        <Paper
          key={language}
          document={document}
          footnotes={text.footnotes}
          size={size}
          isProtected={!mayCopy}
          onText={setArticle}
          onFollow={note.follow}
        />
        <OpenedNote note={note} text={text} />
        {selected !== '' && <div className={styles.copyBelow}>{copyButton}</div>}
      </div>
      {document.annotations.length > 0 && (
        <div className={styles.margin}>
          <Margin
            annotations={document.annotations}
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

function useReaderDocument(text: CaseText) {
  const t = useStrings().reader
  // Measured: cleaning and naming the parts of a long judgment takes tens of milliseconds.
  return useMemo(
    () =>
      readDocument(text, {
        ...t,
        annotation: ({ type, title }) => t.annotation(t.types[type], title),
      }),
    [text, t],
  )
}

function goTo(id: string) {
  const heading = window.document.getElementById(id)
  if (!heading) return
  bringUp(heading)
  heading.focus({ preventScroll: true })
}
