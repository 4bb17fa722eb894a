import { useMemo, useState } from 'react'
import type { CaseDetails, CaseText } from '#shared/calls/search.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { citationOf } from './copying.ts'
import type { Searched } from './findInText.ts'
import { readDocument } from './readDocument.ts'
import { readText } from './textMap.ts'
import { useCopy, useCopyEvents } from './useCopy.ts'
import { useFinding } from './useFinding.ts'
import { useHeadingInView } from './useHeadingInView.ts'
import { useLanding } from './useLanding.ts'
import { useMayCopy } from './useMayCopy.ts'
import { useOpenedNote } from './useOpenedNote.ts'
import { useProtection } from './useProtection.ts'
import { useReadingSize } from './useReadingSize.ts'
import { useSelectedText } from './useSelectedText.ts'

export type Reading = ReturnType<typeof useReading>

type Opening = {
  details: CaseDetails
  text: CaseText
  searched: Searched
  /** The block of the text to open at, from 1. */
  paragraph: number | undefined
}

/** Everything that is going on in the reader: what is read, found, opened, selected and copied. */
export function useReading({ details, text, searched, paragraph }: Opening) {
  const language = useLanguage()
  const document = useReaderDocument(text)
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const [article, setArticle] = useState<HTMLElement | null>(null)
  // Measured: reading the letters off the page takes milliseconds, and a selection redraws with every letter.
  const map = useMemo(() => (article ? readText(article) : undefined), [article])
  const block = useLanding(article, paragraph)
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
    finding: useFinding(map, { searched, block }),
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
  // Measured: cleaning and naming the parts of a long judgment takes tens of milliseconds.
  return useMemo(
    () => readDocument(text, { ...t, annotation: ({ type, title }) => t.annotation(t.types[type], title) }),
    [text, t],
  )
}
