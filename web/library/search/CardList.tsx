import { useQuery } from '@tanstack/react-query'
import { Fragment, memo, useMemo, useState } from 'react'
import { joinList } from '#shared/text/format/joinList.ts'
import type { SearchResult } from '#shared/calls/search.ts'
import type { SearchType } from '#shared/searchTypes.ts'
import { useCourtCodes } from '#web/platform/api/useMeta.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { pageOf } from './useResults.ts'
import { CaseResult } from './CaseResult.tsx'
import type { Highlighter } from './highlighter.ts'
import { AlsoSearched } from '#web/library/search/hints/Hints.tsx'
import { PhraseResult } from './PhraseResult.tsx'
import type { Search } from './searchUrl.ts'
import styles from './CardList.module.css'
import skeletonStyles from './Skeletons.module.css'

/** Cases in two columns or phrases in three; skeletons until the answer arrives. */
export function CardList({ search, answer }: { search: Search; answer: SearchResult | undefined }) {
  return (
    <ul className={styles[search.type]}>
      {answer ? <Cards search={search} answer={answer} /> : <Skeletons type={search.type} />}
    </ul>
  )
}

/** Measured: opening a case drew all cards behind it again, a quarter of the work until its text is there. */
const MemoizedCase = memo(CaseResult)

function Cards({ search: current, answer }: { search: Search; answer: SearchResult }) {
  const search = useSearchBehind(current)
  const page = pageOf(search.type, answer)
  const highlight = useHighlighter(search.q, answer)
  if (page.type === 'Phrase')
    return page.cards.map((card) => (
      <li key={card.reference}>
        <PhraseResult card={card} search={search} highlight={highlight} />
      </li>
    ))
  const firstNear = page.cards.find(({ near }) => near)
  return page.cards.map((card) => (
    <Fragment key={card.reference}>
      {card === firstNear && <NearHead search={search} answer={answer} />}
      <li>
        <MemoizedCase card={card} search={search} highlight={highlight} exact={card.reference === answer.redirect} />
      </li>
    </Fragment>
  ))
}

/** The search without what is open over its results: the same object while only that changes. */
function useSearchBehind(search: Search): Search {
  const behind = { ...search, opened: undefined }
  const [stable, setStable] = useState(behind)
  if (JSON.stringify(stable) === JSON.stringify(behind)) return stable
  setStable(behind)
  return behind
}

/** Between the full and the near matches: what these are, and the spellings that were searched for unknown words. */
function NearHead({ search, answer: { relaxed } }: { search: Search; answer: SearchResult }) {
  const { near } = useStrings().finding
  const language = useLanguage()
  const spellings = relaxed?.flatMap(({ as }) => as) ?? []
  return (
    <li className={styles.near}>
      <h3 className={styles.nearTitle}>{near.title}</h3>
      <p className={styles.nearLead}>{near.lead}</p>
      {spellings.length > 0 && (
        <AlsoSearched search={search} words={joinList(spellings, language)} className={styles.nearLead} />
      )}
    </li>
  )
}

const noMarks: readonly string[] = []
const noHighlights: Highlighter = (text) => [{ text, marked: false }]

/**
 * The highlighter for names and titles of a result page, stable while the page is the same. The large inflection tables
 * are loaded with the first results; until then nothing is highlighted.
 */
function useHighlighter(q: string, answer: Pick<SearchResult, 'marks'> | undefined): Highlighter {
  const isCode = useCourtCodes(q)
  const marks = answer?.marks ?? noMarks
  const { data: highlighterModule } = useQuery({
    queryKey: ['marker'],
    queryFn: () => import('./highlighter.ts'),
    enabled: answer !== undefined,
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
    structuralSharing: false,
  })
  return useMemo(
    () => highlighterModule?.createHighlighter(q, marks, isCode) ?? noHighlights,
    [highlighterModule, q, marks, isCode],
  )
}

/** Placeholders of a result page, to avoid layout shift. */
function Skeletons({ type }: { type: SearchType }) {
  return Array.from({ length: type === 'CaseFile' ? 6 : 9 }, (_, index) => (
    <li key={index} className={skeletonStyles[type]} aria-hidden="true">
      <span className={skeletonStyles.number} />
      <span className={skeletonStyles.title} />
      <span className={skeletonStyles.line} />
      <span className={skeletonStyles.shortLine} />
      <span className={skeletonStyles.block} />
    </li>
  ))
}
