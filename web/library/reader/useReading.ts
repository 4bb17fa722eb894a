import { useEffect, useMemo, useState } from 'react'
import type { CaseDetails, CaseText } from '#shared/calls/search.ts'
import { blockSelector } from '#shared/delta/blocks.ts'
import { useSession } from '#web/platform/session/session.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { type Heading, readDocument } from '#web/richText/readDocument.ts'
import { citationOf } from './copying.ts'
import type { SearchContext } from './findInText.ts'
import { headingAt } from './steps.ts'
import { readText } from './textMap.ts'
import { useCopy, useCopyEvents, useSelectedText } from './useCopy.ts'
import { useFindInPage } from './useFindInPage.ts'
import { useOpenedNote } from './useOpenedNote.ts'
import { useProtection } from './useProtection.ts'
import { useReadingSize } from './useReadingSize.ts'

export type ReaderState = ReturnType<typeof useReading>

type ReaderInput = {
  details: CaseDetails
  text: CaseText
  searchContext: SearchContext
  /** The block to open at, from 1. */
  paragraph: number | undefined
}

/** The state of the reader: document, find in page, notes, selection and copying. */
export function useReading({ details, text, searchContext, paragraph }: ReaderInput) {
  const language = useLanguage()
  const document = useReaderDocument(text)
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const [article, setArticle] = useState<HTMLElement | null>(null)
  // Measured: reading the text content takes milliseconds, and each selection change renders again.
  const map = useMemo(() => (article ? readText(article) : undefined), [article])
  const block = useInitialParagraph(article, paragraph)
  const [size, setSize] = useReadingSize()

  const mayCopy = useMayCopy()
  useProtection(region, !mayCopy)
  const { copy, isCopying } = useCopy({ reference: details.reference, citation: citationOf(details, language) })
  useCopyEvents(map, mayCopy ? copy : undefined)
  return {
    document,
    article,
    setRegion,
    setArticle,
    size,
    setSize,
    findInPage: useFindInPage(map, { searchContext, block }),
    headingInView: useHeadingInView(article, document.headings),
    note: useOpenedNote(article),
    mayCopy,
    selected: useSelectedText(mayCopy ? map : undefined),
    copy,
    isCopying,
  }
}

function useReaderDocument(text: CaseText) {
  const t = useStrings().reader
  // Measured: sanitizing and labeling a long judgment takes tens of milliseconds.
  return useMemo(
    () => readDocument(text, { ...t, annotation: ({ type, title }) => t.annotation(t.types[type], title) }),
    [text, t],
  )
}

/** The distance from the top of the window at which a heading counts as reached. */
const headingLine_px = 180

/** The id of the heading of the visible text, updated on scroll. */
function useHeadingInView(text: HTMLElement | null, headings: Heading[]): string | undefined {
  const [currentHeading, setCurrentHeading] = useState<string>()
  useEffect(() => {
    if (!text) return undefined
    let frame = 0
    const update = () => {
      frame = 0
      const tops = headings.map(({ id }) => text.querySelector(`#${id}`)?.getBoundingClientRect().top ?? 0)
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

/** The block at which the reader opens: it is highlighted for a moment. */
function useInitialParagraph(article: HTMLElement | null, number: number | undefined): Element | undefined {
  const block = number === undefined ? undefined : blockAt(article, number)
  useEffect(() => {
    block?.setAttribute('data-initial-paragraph', '')
    return () => block?.removeAttribute('data-initial-paragraph')
  }, [block])
  return block
}

/** Footnotes are not blocks of the text, but are numbered after them. */
function blockAt(article: HTMLElement | null, number: number): Element | undefined {
  const blocks = article?.querySelector('[data-judgment]')?.querySelectorAll(blockSelector)
  return blocks?.[number - 1] ?? article?.querySelectorAll('[data-note]')[number - 1 - (blocks?.length ?? 0)]
}

/** Whether the user's subscription allows copying. The server checks each copy again. */
function useMayCopy(): boolean {
  const session = useSession()
  return session.at === 'signed-in' && session.decoded.user.subscription?.copy_access === true
}
