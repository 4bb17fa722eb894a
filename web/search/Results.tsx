import { useRef } from 'react'
import { failureOf } from '#web/api/query.ts'
import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { bodyOf } from './body.ts'
import { CardList } from './CardList.tsx'
import { ExactHint } from './ExactHint.tsx'
import { FilterChips } from './FilterChips.tsx'
import type { Filters } from './filters.ts'
import { ResultsHeading, SortChoice } from './ResultsHead.tsx'
import { Empty, Failed, PastEnd } from './ResultStates.tsx'
import { viewOf } from './submit.ts'
import type { SearchBox } from './useSearchBox.ts'
import type { ResultsQuery } from './useResults.ts'
import type { SearchState } from './useSearchState.ts'
import styles from './Results.module.css'

type Props = { state: SearchState; box: SearchBox; results: ResultsQuery }

/** Everything under the bar once something was searched. */
export function Results({ state, box, results }: Props) {
  const strings = useStrings()
  const frame = useRef<HTMLElement>(null)
  const { search, go } = state
  const { data: answer, isPlaceholderData: isOld } = results
  const body = bodyOf({ answer, failure: failureShown(results, strings.errors.unreadable), page: search.page })
  const isPage = body.is === 'page'

  // What was pressed may be gone with the results it belonged to: whoever goes on by keyboard begins at the new ones.
  const then = (act: () => void) => {
    act()
    frame.current?.focus({ preventScroll: true })
  }
  const filterBy = (filters: Filters) => {
    then(() => box.searchFor(search.q, filters))
    // With the last filter of a search without words, the results go too.
    if (viewOf({ ...search, filters }).at !== 'results') box.goTo()
  }
  const turnTo = (page: number) => then(() => void go({ ...search, page }))

  return (
    <section
      ref={frame}
      tabIndex={-1}
      className={styles.results}
      aria-label={strings.search.results}
      aria-busy={results.isFetching}
    >
      <div className={styles.head}>
        {(body.is === 'loading' || isPage) && (
          <ResultsHeading q={search.q} found={answer} loading={isOld || body.is === 'loading'} />
        )}
        <FilterChips filters={search.filters} onFilters={filterBy} />
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
      {body.is === 'empty' && <Empty search={search} box={box} then={then} />}
      {body.is === 'past-end' && <PastEnd search={search} pages={body.pages} onPage={turnTo} />}
      {body.is === 'failed' && (
        <Failed
          message={body.message}
          retrying={results.isFetching}
          onRetry={() => then(() => void results.refetch())}
        />
      )}
    </section>
  )
}

/** An error that is no answer is a mistake of ours; it has no sentence, so it gets one. */
function failureShown({ error, isError }: ResultsQuery, otherwise: string) {
  if (!isError) return undefined
  const failure = failureOf(error)
  return { code: failure?.code ?? 'unreadable', message: failure?.Message ?? otherwise }
}
