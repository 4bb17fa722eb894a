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
import { IconButton } from '#web/ui/IconButton.tsx'
import { AnnotationSidebar } from './AnnotationSidebar.tsx'
import { blockNumberOf, paragraphsIn } from './blocks.ts'
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
  const report = useReportDialog(reader)
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
      {toolbar && createPortal(<ReaderTools reader={reader} onReport={report.choosePlace} />, toolbar)}
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
      <TextColumn reader={reader} text={text} pictures={pictures} details={details} onReport={report.open} />
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
      {details.reference !== undefined && <ReportDialog reference={details.reference} {...report.dialog} />}
    </div>
  )
}

/** The report of an error on a selected text, or on the paragraph that a user chooses who may not copy, and so select. */
function useReportDialog({ article, mayCopy, ownNotes }: ReaderState) {
  const [selected, open] = useState<SelectedText>()
  const openAt = (range: Range) =>
    article &&
    open({
      text: '',
      paragraphs: paragraphsIn(article, range),
      block: blockNumberOf(article, range.startContainer),
      range,
    })
  return {
    open,
    choosePlace: ownNotes && !mayCopy ? () => ownNotes.setChoosing({ onPlace: openAt }) : undefined,
    dialog: { selected, onClose: () => open(undefined) },
  }
}

type ColumnProps = Pick<Props, 'text' | 'pictures' | 'details'> & {
  reader: ReaderState
  onReport: (selected: SelectedText) => void
}

/** The text, with its popovers and the menu of the selection. */
function TextColumn({ reader, text, pictures, details: { reference }, onReport }: ColumnProps) {
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
      <Selection reader={reader} onReport={reference === undefined ? undefined : onReport} />
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

type SelectionProps = { reader: ReaderState; onReport: ((selected: SelectedText) => void) | undefined }

/** The menu of the selection. */
function Selection({ reader, onReport }: SelectionProps) {
  const { selected, ownNotes } = reader
  if (!selected) return null
  return (
    <SelectionMenu
      reader={reader}
      selected={selected}
      onNote={ownNotes && (() => ownNotes.startNote(selected.range))}
      onReport={onReport}
    />
  )
}

/** The reader's tools in the viewer bar. */
function ReaderTools({ reader, onReport }: { reader: ReaderState; onReport: (() => void) | undefined }) {
  const strings = readerStrings[useLanguage()]
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
      {onReport && (
        <IconButton className={styles.report ?? ''} icon="alert" label={strings.report} onClick={onReport} />
      )}
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

/** The top of the sheet in which the article is. */
const topOf = (article: HTMLElement) => (article.offsetParent ?? article).getBoundingClientRect().top
