import type { SearchResult } from '#shared/calls/search.ts'
import { pageOf } from './cards.ts'
import { CaseResult } from './CaseResult.tsx'
import { PhraseResult } from './PhraseResult.tsx'
import type { Search } from './searchUrl.ts'
import { Skeletons } from './Skeletons.tsx'
import { useMarker } from './useMarker.ts'
import styles from './CardList.module.css'

/** Two columns of cases or three of phrases; without an answer, their outlines. */
export function CardList({ search, answer }: { search: Search; answer: SearchResult | undefined }) {
  return (
    <ul className={styles[search.type]}>
      {answer ? <Cards search={search} answer={answer} /> : <Skeletons type={search.type} />}
    </ul>
  )
}

function Cards({ search, answer }: { search: Search; answer: SearchResult }) {
  const page = pageOf(search.type, answer)
  const mark = useMarker(search.q, answer)
  if (page.type === 'Phrase')
    return page.cards.map((card) => (
      <li key={card.reference}>
        <PhraseResult card={card} search={search} mark={mark} />
      </li>
    ))
  return page.cards.map((card) => (
    <li key={card.reference}>
      <CaseResult card={card} search={search} mark={mark} exact={card.reference === answer.redirect} />
    </li>
  ))
}
