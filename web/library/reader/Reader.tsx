import { useState, useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { CaseText } from '#shared/calls/search.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { PrintCaseButton } from '#web/library/print/PrintCaseButton.tsx'
import { useCan } from '#web/platform/session/session.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { ReaderNotes } from '#web/library/notes/ReaderNotes.tsx'
import { NotesButton } from '#web/library/notes/NotesButton.tsx'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { AnnotationSidebar } from './AnnotationSidebar.tsx'
import { Contents } from './Contents.tsx'
import { DefinitionPopover, OpenedNote } from './OpenedNote.tsx'
import { ErrorReports, ReportDialog } from './ErrorReports.tsx'
import type { SearchContext } from './findInText.ts'
import { HoverCard } from './HoverCard.tsx'
import { JudgmentText, type Pictures } from './JudgmentText.tsx'
import { goToHeading } from './scrollIntoView.ts'
import { SelectionMenu } from './SelectionMenu.tsx'
import { type ReaderCase, type ReaderState, useReading } from './useReading.ts'
import type { SelectedText } from './useSelectedText.ts'
import { FindBar } from './FindBar.tsx'
import { OutlineDrawer } from './OutlineDrawer.tsx'
import { ReadingSettings, SizeChoice } from './ReadingSettings.tsx'
import styles from './Reader.module.css'
import settingsStyles from './ReadingSettings.module.css'

type Props = {
  details: ReaderCase
  text: CaseText
  pictures: Pictures
  /** The search; the reader opens at its best match. */
  searchContext: SearchContext
  /** The block to open at, from 1; without one, the best match of the search. */
  paragraph: number | undefined
  /** The element of the viewer bar for the reader's tools. */
  toolbar: HTMLElement | null
}

/** The reader: the text of a judgment, its contents at the start, its annotations at the end. */
export function Reader({ toolbar, pictures, ...input }: Props) {
  const { text, details } = input
  const reader = useReading(input)
  const { setRegion, document, article, headingInView, note, mayCopy, ownNotes } = reader
  const { annotations } = document
  return (
    <div
      ref={setRegion}
      className={styles.frame}
      data-notes={annotations.length > 0 || undefined}
      data-own-notes-open={ownNotes?.isOpen || undefined}
      data-protected={!mayCopy || undefined}
      data-width={reader.style.width}
    >
      {toolbar && createPortal(<ReaderTools reader={reader} />, toolbar)}
      {toolbar && createPortal(<PrintCaseButton {...input} article={article} mayPrint={mayCopy} />, toolbar)}
      <div className={styles.contents}>
        <Contents
          headings={document.headings}
          cited={document.cited}
          citations={reader.citations}
          currentHeading={headingInView}
          onHeading={goToHeading}
          annotations={annotations}
          onAnnotation={note.goToAnnotation}
        />
      </div>
      <TextColumn reader={reader} text={text} pictures={pictures} details={details} />
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
      {ownNotes && <ReaderNotes notes={ownNotes} />}
    </div>
  )
}

type ColumnProps = Pick<Props, 'text' | 'pictures' | 'details'> & { reader: ReaderState }

/** The text, with its popovers and the menu of the selection. */
function TextColumn({ reader, text, pictures, details: { reference } }: ColumnProps) {
  const strings = useStrings().reader
  const mayCorrect = useCan('update', caseFiles)
  const { document, isPart, mayCopy, note } = reader
  return (
    <div className={styles.sheet}>
      {!mayCopy && <p className={styles.unprinted}>{strings.mayNotPrint}</p>}
      {reference !== undefined && mayCorrect && (
        <ErrorReports
          reference={reference}
          onGoTo={reader.goToBlock}
          onNone={() => reader.article?.focus({ preventScroll: true })}
        />
      )}
      {/* The tools hold on to the nodes of a document: another one needs an element of its own. */}
      <JudgmentText
        key={document.id}
        document={document}
        pictures={pictures}
        isPart={isPart}
        footnotes={text.footnotes}
        style={reader.style}
        isProtected={!mayCopy}
        articleRef={reader.articleRef}
        onTarget={reader.openTarget}
      />
      <OpenedNote note={note} text={text} />
      <Popovers reader={reader} />
      <Selection reader={reader} reference={reference} />
    </div>
  )
}

function Popovers({ reader: { article, hoverCard, definitions, copyLink } }: { reader: ReaderState }) {
  return (
    <>
      {copyLink && <ParagraphLink article={article} onCopy={(block) => void copyLink(block)} />}
      {hoverCard && <HoverCard key={hoverCard.marker.href} card={hoverCard} />}
      {definitions.opened && (
        <DefinitionPopover
          key={definitions.opened.definition.reference}
          opened={definitions.opened}
          onClose={(returnFocus) => {
            // No element of the text opened it.
            if (returnFocus) article?.focus({ preventScroll: true })
            definitions.open(undefined)
          }}
        />
      )}
    </>
  )
}

/** The menu of the selection, and the report that it opens. */
function Selection({ reader, reference }: { reader: ReaderState; reference: string | undefined }) {
  const [reported, setReported] = useState<SelectedText>()
  const { selected, ownNotes } = reader
  return (
    <>
      {selected && (
        <SelectionMenu
          reader={reader}
          selected={selected}
          onNote={ownNotes && (() => ownNotes.startNote(selected.range))}
          onReport={reference === undefined ? undefined : setReported}
        />
      )}
      {reference !== undefined && (
        <ReportDialog reference={reference} selected={reported} onClose={() => setReported(undefined)} />
      )}
    </>
  )
}

/** The reader's tools in the viewer bar. */
function ReaderTools({ reader }: { reader: ReaderState }) {
  return (
    <>
      <FindBar findInPage={reader.findInPage} />
      <span className={settingsStyles.sizesInBar}>
        <SizeChoice style={reader.style} />
      </span>
      <OutlineDrawer
        document={reader.document}
        citations={reader.citations}
        currentHeading={reader.headingInView}
        isProtected={!reader.mayCopy}
        onHeading={goToHeading}
        onAnnotation={reader.note.goToAnnotation}
      />
      <ReadingSettings style={reader.style} definitions={reader.definitions} />
      {reader.ownNotes && <NotesButton notes={reader.ownNotes} />}
    </>
  )
}

type ParagraphLinkProps = { article: HTMLElement | null; onCopy: (block: number) => void }

/** The button in the margin that copies the link of the paragraph under the pointer. By keyboard, its number does so. */
function ParagraphLink({ article, onCopy }: ParagraphLinkProps) {
  const strings = readerStrings[useLanguage()]
  const hovered = useHoveredParagraph(article)
  if (!hovered) return null
  return (
    <button
      type="button"
      className={styles.link}
      tabIndex={-1}
      aria-hidden="true"
      data-paragraph-link=""
      style={{ insetBlockStart: hovered.top }}
      onClick={() => onCopy(hovered.block)}
    >
      <Icon name="link" size={15} />
      {strings.link}
    </button>
  )
}

type Hovered = { block: number; top: number }

function useHoveredParagraph(article: HTMLElement | null): Hovered | undefined {
  const [hovered, setHovered] = useState<Hovered>()
  useEffect(() => {
    if (!article) return undefined
    const onOver = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || target.closest('[data-paragraph-link]')) return
      const paragraph = target.closest<HTMLElement>('[data-paragraph]')
      const block = paragraph?.querySelector<HTMLElement>('a[data-block]')?.dataset['block']
      if (!paragraph || block === undefined || !article.contains(paragraph)) setHovered(undefined)
      else setHovered({ block: Number(block), top: paragraph.getBoundingClientRect().top - topOf(article) })
    }
    document.addEventListener('pointerover', onOver)
    return () => document.removeEventListener('pointerover', onOver)
  }, [article])
  return hovered
}

/** The top of the sheet in which the article stands. */
const topOf = (article: HTMLElement) => (article.offsetParent ?? article).getBoundingClientRect().top
