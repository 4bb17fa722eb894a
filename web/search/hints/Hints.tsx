import { Suspense } from 'react'
import type { SearchResult } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { later } from '#web/ui/later.ts'
import { Filled } from '../Filled.tsx'
import { Query } from '../ResultsHead.tsx'
import { SearchLink } from '../SearchLink.tsx'
import type { Search } from '../searchUrl.ts'
import { EntityCard } from './EntityCard.tsx'
import { NumberHint } from './NumberHint.tsx'
import styles from './Hints.module.css'

/** The sentences come with the first query that needed one. */
const Repairs = later(() => import('./Repairs.tsx'), 'Repairs')

type Props = { search: Search; answer: SearchResult }

/** What the search says about the words themselves, before what it found: nothing, most of the time. */
export function Hints({ search, answer }: Props) {
  return (
    <>
      <NumberHint search={search} answer={answer} />
      {answer.suggestion !== null && <DidYouMean search={search} words={answer.suggestion} />}
      {answer.understood !== null && <Understood words={answer.understood} />}
      {answer.repairs.length > 0 && (
        <Suspense>
          <Repairs repairs={answer.repairs} />
        </Suspense>
      )}
      {answer.entity !== null && <EntityCard search={search} entity={answer.entity} />}
    </>
  )
}

function DidYouMean({ search, words }: { search: Search; words: string }) {
  const { hints } = useStrings().finding
  const link = (
    <SearchLink search={{ ...search, q: words, page: 1, opened: undefined }} className={styles.link}>
      <Query q={words} />
    </SearchLink>
  )
  return (
    <p className={styles.line}>
      <Filled sentence={hints.didYouMean} places={{ query: link }} />
    </p>
  )
}

function Understood({ words }: { words: string }) {
  const { hints } = useStrings().finding
  return (
    <p className={styles.line}>
      <Filled sentence={hints.understood} places={{ query: <Query q={words} /> }} />
    </p>
  )
}
