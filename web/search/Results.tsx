import { useRef } from 'react'
import { failureOf } from '#web/api/query.ts'
import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { bodyOf } from './body.ts'
import { CardList } from './CardList.tsx'
import { ExactHint } from './ExactHint.tsx'
import { FilterChips } from './FilterChips.tsx'
import { ResultsHeading, SortChoice } from './ResultsHead.tsx'
import { Empty, Failed, PastEnd } from './ResultStates.tsx'
import type { SearchBox } from './useSearchBox.ts'
import type { ResultsQuery } from './useResults.ts'
import type { SearchState } from './useSearchState.ts'
import styles from './Results.module.css'

type Props = { state: SearchState; box: SearchBox; results: ResultsQuery }

/** Everything under the bar once something was searched. */
export function Results({ state, box, results }: Props) {
  const strings = useStrings()
  const heading = useRef<HTMLHeadingElement>(null)
  const { search, go } = state
  const { data: answer, isPlaceholderData: isOld } = results
  const body = bodyOf({ answer, failure: failureShown(results, strings.errors.unreadable), page: search.page })
  const isPage = body.is === 'page'

  const turnTo = (page: number) => {
    void go({ ...search, page })
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <section className={styles.results} aria-busy={results.isFetching}>
      <div className={styles.head}>
        {(body.is === 'loading' || isPage) && (
          <ResultsHeading heading={heading} q={search.q} found={answer} loading={isOld || body.is === 'loading'} />
        )}
        <FilterChips filters={search.filters} onFilters={(filters) => box.searchFor(search.q, filters)} />
        {isPage && search.type === 'CaseFile' && (
          <SortChoice sort={search.sort} onSort={(sort) => void go({ ...search, sort, page: 1 })} />
        )}
      </div>
      {isPage && answer?.redirect && !isOld && <ExactHint search={search} reference={answer.redirect} />}
      {body.is === 'loading' && <CardList search={search} answer={undefined} />}
      {isPage && answer && (
        <div className={classes(isOld && styles.old)}>
          <CardList search={search} answer={answer} />
        </div>
      )}
      {isPage && answer && answer.pages > 1 && (
        <Pager page={search.page} pages={answer.pages} onPage={turnTo} strings={strings.pager} />
      )}
      {body.is === 'empty' && <Empty search={search} box={box} />}
      {body.is === 'past-end' && <PastEnd search={search} pages={body.pages} onPage={turnTo} />}
      {body.is === 'failed' && <Failed message={body.message} results={results} />}
    </section>
  )
}

/** An error that is no answer is a mistake of ours; it has no sentence, so it gets one. */
function failureShown({ error, isError }: ResultsQuery, otherwise: string) {
  if (!isError) return undefined
  const failure = failureOf(error)
  return { code: failure?.code ?? 'unreadable', message: failure?.Message ?? otherwise }
}
