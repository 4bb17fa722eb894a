import { useRef } from 'react'
import type { SearchResult } from '#shared/calls/search.ts'
import { failureOf } from '#web/api/query.ts'
import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { bodyOf } from './body.ts'
import { CardList } from './CardList.tsx'
import { FilterChips } from './FilterChips.tsx'
import { Beside, NarrowButton } from './facets/Narrowing.tsx'
import { type FoundFacets, useFacets } from './facets/useFacets.ts'
import type { Filters } from './filters.ts'
import { Hints } from './hints/Hints.tsx'
import { ResultsHeading, SortChoice } from './ResultsHead.tsx'
import { Empty, Failed, PastEnd } from './ResultStates.tsx'
import type { Search } from './searchUrl.ts'
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
  const facets = useFacets(search, results)

  // What was pressed may be gone with the results it belonged to: whoever goes on by keyboard begins at the new ones.
  const then = (act: () => void) => {
    act()
    frame.current?.focus({ preventScroll: true })
  }
  const narrow = narrowing(state, box)
  const turnTo = (page: number) => then(() => void go({ ...search, page }))

  return (
    <section
      ref={frame}
      tabIndex={-1}
      className={styles.results}
      aria-label={strings.search.results}
      aria-busy={results.isFetching}
    >
      <Head state={state} box={box} results={results} facets={facets} then={then} />
      <div className={styles.columns}>
        <div className={styles.found}>
          {results.data && !results.isPlaceholderData && <Hints search={search} answer={results.data} />}
          <Body search={search} box={box} results={results} then={then} onPage={turnTo} />
        </div>
        {/* Whoever ticks one stays there, and may tick another. */}
        <Beside found={facets} filters={search.filters} onFilters={narrow} />
      </div>
    </section>
  )
}

/** Searches the same words with other filters. With the last filter of a search without words, the results go too. */
function narrowing({ search }: SearchState, box: SearchBox) {
  return (filters: Filters) => {
    box.searchFor(search.q, filters)
    if (viewOf({ ...search, filters }).at !== 'results') box.goTo()
  }
}

type Then = { then: (act: () => void) => void }

/** How much was found, what narrows it, and in which order it stands. */
function Head({ state, box, results, facets, then }: Props & Then & { facets: FoundFacets }) {
  const { search, go } = state
  const body = useBody(results, search)
  const narrow = narrowing(state, box)
  const filterBy = (filters: Filters) => then(() => narrow(filters))
  const isLoading = body.is === 'loading' || results.isPlaceholderData
  return (
    <div className={styles.head}>
      {(body.is === 'loading' || body.is === 'page') && (
        <ResultsHeading q={search.q} found={results.data} loading={isLoading} />
      )}
      <FilterChips filters={search.filters} facets={facets.facets} onFilters={filterBy} />
      <NarrowButton answer={results.data} found={facets} filters={search.filters} onFilters={narrow} />
      {body.is === 'page' && search.type === 'CaseFile' && (
        <SortChoice sort={search.sort} onSort={(sort) => void go({ ...search, sort, page: 1 })} />
      )}
    </div>
  )
}

type BodyProps = Then & Omit<Props, 'state'> & { search: Search; onPage: (page: number) => void }

function Body({ search, box, results, then, onPage }: BodyProps) {
  const body = useBody(results, search)
  switch (body.is) {
    case 'loading':
      return <CardList search={search} answer={undefined} />
    case 'page':
      return <Page search={search} answer={body.answer} isOld={results.isPlaceholderData} onPage={onPage} />
    case 'numbers':
      return null
    case 'empty':
      return <Empty search={search} box={box} then={then} />
    case 'past-end':
      return <PastEnd search={search} pages={body.pages} onPage={onPage} />
    case 'failed': {
      const retry = () => then(() => void results.refetch())
      return <Failed message={body.message} retrying={results.isFetching} onRetry={retry} />
    }
  }
}

type PageProps = Pick<BodyProps, 'search' | 'onPage'> & {
  answer: SearchResult
  /** Another is on its way. */ isOld: boolean
}

function Page({ search, answer, isOld, onPage }: PageProps) {
  const strings = useStrings()
  return (
    <>
      <div className={classes(isOld && styles.old)}>
        <CardList search={search} answer={answer} />
      </div>
      {answer.pages > 1 && <Pager page={search.page} pages={answer.pages} onPage={onPage} strings={strings.pager} />}
    </>
  )
}

function useBody({ data, error, isError }: ResultsQuery, { page }: Search) {
  const { errors } = useStrings()
  if (!isError) return bodyOf({ answer: data, failure: undefined, page })
  // An error that is no answer is a mistake of ours; it has no sentence, so it gets one.
  const { code, Message } = failureOf(error) ?? { code: 'unreadable', Message: errors.unreadable }
  return bodyOf({ answer: data, failure: { code, message: Message }, page })
}
