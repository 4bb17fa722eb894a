import { useEffect, useRef, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { indexRuns } from '#shared/text/query/matchTerms.ts'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Count, VisuallyHidden } from '#web/ui/Text.tsx'
import { isUnderDialog } from '#web/ui/dialogs/Dialog.tsx'
import { useCourtCodes } from '#web/platform/api/useMeta.ts'
import { highlightRanges, whenIdle } from '#web/ui/olderBrowsers.ts'
import { isFindShortcut } from './useProtection.ts'
import { bestMatchIndex, findInText, findSearchMatches, firstMatchIn, type SearchContext } from './findInText.ts'
import { scrollElementIntoView, scrollRangeIntoView } from './scrollIntoView.ts'
import { nextMatchIndex } from './steps.ts'
import { rangeOf, spanOf, staticRangeOf, type TextMap } from './textMap.ts'
import styles from './FindBar.module.css'

/** Find in page: Enter for the next match, Shift+Enter for the previous, Escape clears, Ctrl+F focuses the field. */
export function FindBar({ findInPage }: { findInPage: FindInPage }) {
  const strings = useStrings().reader
  const input = useFindShortcut()
  const { text, count, current, search, step } = findInPage
  return (
    <search className={styles.find}>
      <Icon name="search" size={18} />
      <input
        {...thaanaField}
        ref={input}
        className={styles.input}
        dir="auto"
        type="text"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        value={text}
        placeholder={strings.find}
        aria-label={strings.find}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) step(event.shiftKey ? -1 : 1)
          if (event.key !== 'Escape' || text === '') return
          // Handled here, so that dialogs around the reader stay open.
          event.preventDefault()
          search('')
        }}
      />
      {text.trim() !== '' && <MatchPosition count={count} current={current} />}
      <ThaanaToggle />
      <span className={styles.steps}>
        <IconButton icon="up" size="sm" label={strings.findPrevious} disabled={count === 0} onClick={() => step(-1)} />
        <IconButton icon="down" size="sm" label={strings.findNext} disabled={count === 0} onClick={() => step(1)} />
      </span>
    </search>
  )
}

/** The position among the matches, as digits and as text for screen readers. */
function MatchPosition({ count, current }: { count: number; current: number }) {
  const strings = useStrings().reader
  const { match } = readerStrings[useLanguage()]
  return (
    <span role="status" className={count === 0 ? styles.nothing : styles.position}>
      <span aria-hidden="true">
        <span className={styles.word}>{match}</span> <Count>{count === 0 ? '0' : `${current + 1} / ${count}`}</Count>
      </span>
      <VisuallyHidden>{count === 0 ? strings.notFound : strings.found(current + 1, count)}</VisuallyHidden>
    </span>
  )
}

/** Ctrl+F anywhere focuses the field, but not behind an open dialog. */
function useFindShortcut() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isFindShortcut(event) || isUnderDialog()) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return input
}

type FindInPage = {
  text: string
  /** The index of the current match. */
  current: number
  count: number
  search: (text: string) => void
  step: (direction: 1 | -1) => void
}

type InitialView = {
  searchContext: SearchContext
  /** The block at which the reader opens. */
  block: Element | undefined
}

/** Find in page: highlights every match and scrolls the current one into view. */
export function useFindInPage(
  map: TextMap | undefined,
  { searchContext: { query, marks }, block }: InitialView,
): FindInPage {
  // Until the user steps, the current match is the best one, or the first of the initial paragraph.
  const [userSearch, setUserSearch] = useState<{ text?: string | undefined; current?: number }>()
  // The search highlights as on its card; text that is typed here may be a prefix.
  const typedText = userSearch?.text
  const isCode = useCourtCodes(typedText ?? query)
  const meanings = useMeanings(typedText ?? '')
  const matches = useMemo(() => {
    if (!map) return []
    return typedText === undefined
      ? findSearchMatches(map.text, { query, marks }, isCode)
      : findInText(map.text, typedText, { isCode, meanings })
  }, [map, typedText, query, marks, isCode, meanings])
  const ranges = useMemo(() => (map ? matches.flatMap((match) => staticRangeOf(map, match) ?? []) : []), [map, matches])
  const initialSpan = useMemo(() => (map && block ? spanOf(map, block) : undefined), [map, block])
  const isInitial = userSearch === undefined
  const initialMatch = isInitial && initialSpan ? firstMatchIn(matches, initialSpan) : -1
  const current = userSearch?.current ?? (initialMatch === -1 ? bestMatchIndex(matches) : initialMatch)
  // An initial paragraph without a match is scrolled into view itself.
  const isAtBlock = isInitial && initialSpan !== undefined && initialMatch === -1
  const currentMatch = isAtBlock ? undefined : matches[current]
  const currentRange = useMemo(() => map && currentMatch && rangeOf(map, currentMatch), [map, currentMatch])

  useIndexedText(map?.text)
  useEffect(() => highlightRanges('found', ranges), [ranges])
  useEffect(() => highlightRanges('found-now', currentRange ? [currentRange] : []), [currentRange])
  const scrolledMap = useRef<TextMap>(undefined)
  useEffect(() => {
    // A text that replaces another stays at the place of the reader.
    const isReplacing = scrolledMap.current !== undefined && scrolledMap.current !== map
    if (map) scrolledMap.current = map
    if (isReplacing) return
    if (currentRange) scrollRangeIntoView(currentRange)
    else if (isInitial && block) scrollElementIntoView(block)
  }, [map, currentRange, isInitial, block])

  return {
    text: typedText ?? query,
    current,
    count: ranges.length,
    search: (text) => setUserSearch({ text }),
    step: (direction) => setUserSearch({ text: typedText, current: nextMatchIndex(current, direction, ranges.length) }),
  }
}

/** Indexes the text before the first letter is typed. */
function useIndexedText(text: string | undefined) {
  useEffect(() => {
    if (text === undefined) return undefined
    return whenIdle(() => void indexRuns(text))
  }, [text])
}

const none: readonly string[] = []

/** What the glossary calls an English text in Dhivehi. The glossary is loaded with the first word in Latin letters. */
function useMeanings(text: string): readonly string[] {
  const { data: glossary } = useQuery({
    queryKey: ['glossary'],
    queryFn: () => import('#shared/text/glossary/glossary.ts'),
    enabled: /[a-z]{3}/i.test(text),
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
    structuralSharing: false,
  })
  return useMemo(() => glossary?.meaningsOfTerm(text) ?? none, [glossary, text])
}
