import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CaseDetails, CaseText } from '#shared/calls/search.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { writeToClipboard } from '#web/platform/clipboard.ts'
import { paths } from '#web/platform/paths.ts'
import { useCan, useSession } from '#web/platform/session/session.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { firstPart } from '#web/richText/chunks.ts'
import { type Heading, readDocument } from '#web/richText/readDocument.ts'
import { blockAt } from './blocks.ts'
import { copyText, useCopyEvents } from './useCopy.ts'
import { citationOf, type CopyKind, formatCitation } from './copying.ts'
import { useNotes } from '#web/library/notes/useNotes.ts'
import { whenIdle } from '#web/ui/olderBrowsers.ts'
import type { SearchContext } from './findInText.ts'
import type { LinkTarget } from './linkTargets.ts'
import { placeIn, type ReadingPlace, scrollElementIntoView, scrollToPlace } from './scrollIntoView.ts'
import { headingAt } from './steps.ts'
import { readText, type TextMap } from './textMap.ts'
import { useCitations, useMarkerLinks } from './useCitations.ts'
import { useDefinitions } from './useDefinitions.ts'
import { useFindInPage } from './FindBar.tsx'
import { useHoverCard } from './HoverCard.tsx'
import { useOpenedNote } from './OpenedNote.tsx'
import { useProtection } from './useProtection.ts'
import { useReadingStyle } from './ReadingSettings.tsx'
import { type SelectedText, useSelectedText } from './useSelectedText.ts'

export type ReaderState = ReturnType<typeof useReading>

/** The case of a text. A text that is not in the library has no reference, and neither links nor citations. */
export type ReaderCase = Pick<CaseDetails, 'title' | 'case_numbers' | 'closed_date'> & {
  /** A draft has no reference, and no notes. */
  reference?: string
  court: { name: string }
}

type ReaderInput = {
  details: ReaderCase
  text: CaseText
  searchContext: SearchContext
  /** The block to open at, from 1. */
  paragraph: number | undefined
}

/** The state of the reader: document, find in page, notes, citations, definitions, selection and copying. */
export function useReading({ details, text, searchContext, paragraph }: ReaderInput) {
  const { reference } = details
  const isOpenedAtStart = paragraph === undefined && searchContext.query === ''
  const { shown, isPart } = useFirstPart(text, isOpenedAtStart)
  const document = useReaderDocument(shown, reference)
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const { article, articleRef } = useArticle()
  // Measured: reading the text content takes milliseconds, and each selection change renders again.
  const map = useMemo(() => (article ? readText(article) : undefined), [article])
  const block = useInitialBlock(article, paragraph)
  const style = useReadingStyle()

  const copying = useCopying(details, article, map)
  useProtection(region, !copying.mayCopy)
  const citations = useCitations(reference)
  useMarkerLinks(article, citations)
  const note = useOpenedNote(article)
  const ownNotes = useNotes({ reference: reference ?? '', article, mayCopy: copying.mayCopy })
  return {
    document,
    isPart,
    article,
    setRegion,
    articleRef,
    style,
    findInPage: useFindInPage(map, { searchContext, block }),
    headingInView: useHeadingInView(article, document.headings),
    note,
    openTarget: (target: LinkTarget) => {
      if (target.kind === 'paragraph') void copying.copyLink?.(target.block)
      else note.openTarget(target)
    },
    goToBlock: (number: number) => goToBlock(article, number),
    citations,
    hoverCard: useHoverCard(article, citations),
    definitions: useDefinitions(article, map, style.definitions === 'on'),
    ...copying,
    ownNotes: reference === undefined ? undefined : ownNotes,
  }
}

/** The selected text, and the ways of copying it, its citation, and the link of its paragraph. */
function useCopying(details: ReaderCase, article: HTMLElement | null, map: TextMap | undefined) {
  const { reference } = details
  const mayCopy = useMayCopy(reference)
  const cite = useCite(details)
  const copy = (text: SelectedText, kind: CopyKind) => copyText({ reference, cite }, text, kind)
  useCopyEvents({ article, map, copy: mayCopy ? (selected, kind) => void copy(selected, kind) : undefined })
  const selected = useSelectedText(mayCopy ? article : null, map)
  return { mayCopy, selected, copy, cite, copyLink: useCopyLink(reference) }
}

/** The address of a block of a text; a long one has thousands. */
function blockUrls(reference: string) {
  const text = paths.case({ ref: reference, tab: 'text' })
  return (block: number) => `${text}&p=${block}`
}

/** Copies the address of a block of a text. It is no part of the text, so it is not counted. */
function useCopyLink(reference: string | undefined) {
  const { copyFailed } = useStrings().actions
  const { linkCopied } = readerStrings[useLanguage()]
  if (reference === undefined) return undefined
  return async (block: number) => {
    const isCopied = await writeToClipboard(new URL(blockUrls(reference)(Math.max(1, block)), location.href).href)
    showToast(isCopied ? 'good' : 'bad', isCopied ? linkCopied : copyFailed)
  }
}

/** Formats the citation of a selected text in one line. */
function useCite(details: ReaderCase) {
  const language = useLanguage()
  const strings = readerStrings[language]
  const citation = citationOf(details, language)
  return ({ paragraphs }: SelectedText) =>
    formatCitation({ ...citation, ...(paragraphs !== '' && { paragraph: strings.paragraph(paragraphs) }) }, language)
}

/** The element of the text. The element of another version of the text shows the place at which the last one was left. */
function useArticle() {
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const place = useRef<ReadingPlace>(undefined)
  const articleRef = useCallback((shown: HTMLElement) => {
    setArticle(shown)
    return () => {
      place.current = placeIn(shown)
      setArticle(null)
    }
  }, [])
  useLayoutEffect(() => {
    if (article && place.current) scrollToPlace(article, place.current)
  }, [article])
  return { article, articleRef }
}

/**
 * A long text that is opened at its start is shown by its first part, until the browser has drawn it. A text that
 * replaces it is shown whole, as it may be read anywhere.
 */
function useFirstPart(text: CaseText, isOpenedAtStart: boolean) {
  const [opened] = useState(text)
  const [isDrawn, setDrawn] = useState(false)
  // Measured: finding the part takes no time, but its document must be the same object in each rendering.
  const part = useMemo(() => {
    const start = isOpenedAtStart ? firstPart(opened.case_content) : undefined
    return start === undefined ? undefined : { ...opened, case_content: start }
  }, [opened, isOpenedAtStart])
  const isPart = part !== undefined && text === opened && !isDrawn
  useEffect(() => {
    if (!isPart) return undefined
    return whenIdle(() => setDrawn(true), 200)
  }, [isPart])
  return { shown: isPart ? part : text, isPart }
}

function useReaderDocument(text: CaseText, reference: string | undefined) {
  const strings = useStrings().reader
  const own = readerStrings[useLanguage()]
  // Measured: sanitizing and labeling a long judgment takes tens of milliseconds.
  return useMemo(
    () =>
      readDocument(
        text,
        { ...strings, annotation: ({ type, title }) => strings.annotation(strings.types[type], title), page: own.page },
        reference === undefined
          ? undefined
          : {
              url: blockUrls(reference),
              label: (number) => own.copyLink(own.paragraph(number)),
            },
      ),
    [text, strings, own, reference],
  )
}

/** The distance from the top of the window at which a heading counts as reached. */
const headingLine_px = 180

/** The id of the heading of the visible text, updated on scroll. */
function useHeadingInView(text: HTMLElement | null, headings: Heading[]): string | undefined {
  const [currentHeading, setCurrentHeading] = useState<string>()
  useEffect(() => {
    if (!text) return undefined
    const elements = headings.flatMap(({ id }) => text.querySelector(`#${id}`) ?? [])
    let frame = 0
    const update = () => {
      frame = 0
      const tops = elements.map(topOfHeading)
      setCurrentHeading(headings[headingAt(tops, headingLine_px)]?.id)
    }
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(update)
    }
    scheduleUpdate()
    // Scroll events do not bubble; a capturing listener on the window receives them from every container.
    window.addEventListener('scroll', scheduleUpdate, { capture: true, passive: true })
    return () => {
      window.removeEventListener('scroll', scheduleUpdate, { capture: true })
      cancelAnimationFrame(frame)
    }
  }, [text, headings])
  return currentHeading ?? headings[0]?.id
}

/** Of a heading in a chunk out of view, the top of the chunk: the position inside of it would lay out all of its blocks. */
function topOfHeading(heading: Element): number {
  const chunk = heading.closest('[data-chunk]')?.getBoundingClientRect()
  const isOutOfView = chunk !== undefined && (chunk.bottom < 0 || chunk.top > window.innerHeight)
  return (isOutOfView ? chunk : heading.getBoundingClientRect()).top
}

/** The block at which the reader opens: it is highlighted for a moment. */
function useInitialBlock(article: HTMLElement | null, number: number | undefined): HTMLElement | undefined {
  const block = number === undefined ? undefined : blockAt(article, number)
  useEffect(() => (block ? markBlock(block) : undefined), [block])
  return block
}

function markBlock(block: HTMLElement) {
  block.dataset['initialParagraph'] = ''
  return () => {
    delete block.dataset['initialParagraph']
  }
}

/** How long the animation of a marked block takes. */
const marked_ms = 3000

function goToBlock(article: HTMLElement | null, number: number) {
  const block = blockAt(article, number)
  if (!block) return
  scrollElementIntoView(block)
  setTimeout(markBlock(block), marked_ms)
}

/**
 * Whether the user may copy: by their subscription, or because they may correct the text. A text that is not in the library
 * is read only by its staff. The server checks each copy again.
 */
function useMayCopy(reference: string | undefined): boolean {
  const session = useSession()
  const mayCorrect = useCan('update', caseFiles)
  const isSubscribed = session.at === 'signed-in' && session.decoded.user.subscription?.copy_access === true
  return isSubscribed || mayCorrect || reference === undefined
}
