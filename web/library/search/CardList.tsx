import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SearchResult } from '#shared/calls/search.ts'
import { useCourtCodes } from '#web/platform/api/useMeta.ts'
import { pageOf } from './cards.ts'
import { CaseResult } from './CaseResult.tsx'
import type { Highlighter } from './highlighter.ts'
import { PhraseResult } from './PhraseResult.tsx'
import type { Search } from './searchUrl.ts'
import { Skeletons } from './Skeletons.tsx'
import styles from './CardList.module.css'

/** Cases in two columns or phrases in three; skeletons until the answer arrives. */
export function CardList({ search, answer }: { search: Search; answer: SearchResult | undefined }) {
  return (
    <ul className={styles[search.type]}>
      {answer ? <Cards search={search} answer={answer} /> : <Skeletons type={search.type} />}
    </ul>
  )
}

function Cards({ search, answer }: { search: Search; answer: SearchResult }) {
  const page = pageOf(search.type, answer)
  const highlight = useHighlighter(search.q, answer)
  if (page.type === 'Phrase')
    return page.cards.map((card) => (
      <li key={card.reference}>
        <PhraseResult card={card} search={search} highlight={highlight} />
      </li>
    ))
  return page.cards.map((card) => (
    <li key={card.reference}>
      <CaseResult card={card} search={search} highlight={highlight} exact={card.reference === answer.redirect} />
    </li>
  ))
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
