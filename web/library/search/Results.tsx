import { useRef } from 'react'
import type { SearchResult } from '#shared/calls/search.ts'
import { useCourtCodes } from '#web/platform/api/useMeta.ts'
import { failureOf } from '#web/platform/api/query.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { FacetColumn, FacetButton, type FacetState, useFacets } from '#web/library/search/facets/FacetControls.tsx'
import { Hints } from '#web/library/search/hints/Hints.tsx'
import { PrintResultsButton } from '#web/library/print/PrintResultsButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { Interpolate } from '#web/ui/Text.tsx'
import { bodyOf, viewOf } from './searchView.ts'
import { CardList } from './CardList.tsx'
import { FilterChips } from './FilterChips.tsx'
import { type Filters, isFiltered, noFilters } from './filters.ts'
import { ResultsHeading, SortChoice, Query, plainWords, withoutQuotes } from './ResultsHead.tsx'
import type { Search } from './searchUrl.ts'
import type { SearchBox } from './useSearchBox.ts'
import { type ResultsQuery, useResults } from './useResults.ts'
import type { SearchState } from './useSearchState.ts'
import styles from './Results.module.css'

type Props = { state: SearchState; box: SearchBox; results: ResultsQuery }

/** The content below the search bar once there is a search. */
export function Results({ state, box, results }: Props) {
  const strings = useStrings()
  const section = useRef<HTMLElement>(null)
  const { search, go } = state
  const facets = useFacets(search, results)
  const body = useBody(results, search)

  // The pressed control may disappear with its results: the focus moves to the new results.
  const runAndFocus = (action: () => void) => {
    action()
    section.current?.focus({ preventScroll: true })
  }
  const applyFilters = filterUpdater(state, box)
  const goToPage = (page: number) => runAndFocus(() => void go({ ...search, page }))

  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.results}
      aria-label={strings.search.results}
      aria-busy={results.isFetching}
    >
      <Head state={state} box={box} results={results} body={body} facets={facets} runAndFocus={runAndFocus} />
      <div className={styles.columns}>
        <div className={styles.found}>
          {results.data && !results.isPlaceholderData && <Hints search={search} answer={results.data} />}
          <Body search={search} box={box} results={results} body={body} runAndFocus={runAndFocus} onPage={goToPage} />
        </div>
        {/* The focus stays on the checkbox, so that another can be ticked. */}
        {body.is !== 'failed' && <FacetColumn facets={facets} filters={search.filters} onFilters={applyFilters} />}
      </div>
    </section>
  )
}

/** Searches with other filters. Removing the last filter of a search without a query returns to the empty page. */
function filterUpdater({ search }: SearchState, box: SearchBox) {
  return (filters: Filters) => {
    box.filterBy(filters)
    if (viewOf({ ...search, filters }).at !== 'results') box.goTo()
  }
}

type PartProps = { body: ReturnType<typeof bodyOf>; runAndFocus: (action: () => void) => void }

/** The number of results, the filters, and the order. */
function Head({ state, box, results, body, facets, runAndFocus }: Props & PartProps & { facets: FacetState }) {
  const { search, go } = state
  const applyFilters = filterUpdater(state, box)
  const filterBy = (filters: Filters) => runAndFocus(() => applyFilters(filters))
  const isLoading = body.is === 'loading' || results.isPlaceholderData
  return (
    <div className={styles.head}>
      {(body.is === 'loading' || body.is === 'page') && (
        <ResultsHeading q={search.q} found={results.data} loading={isLoading} />
      )}
      {body.is === 'page' && <PrintResultsButton search={search} pages={body.answer.pages} />}
      <FilterChips filters={search.filters} facets={facets.facets} onFilters={filterBy} />
      {body.is !== 'failed' && (
        <FacetButton answer={results.data} facets={facets} filters={search.filters} onFilters={applyFilters} />
      )}
      {body.is === 'page' && search.type === 'CaseFile' && (
        <SortChoice search={search} onSort={(sort) => void go({ ...search, sort, page: 1 })} />
      )}
    </div>
  )
}

type BodyProps = PartProps & Omit<Props, 'state'> & { search: Search; onPage: (page: number) => void }

function Body({ search, box, results, body, runAndFocus, onPage }: BodyProps) {
  switch (body.is) {
    case 'loading':
      return <CardList search={search} answer={undefined} />
    case 'page':
      return <Page search={search} answer={body.answer} isStale={results.isPlaceholderData} onPage={onPage} />
    case 'numbers':
      return null
    case 'empty':
      return <Empty search={search} box={box} runAndFocus={runAndFocus} />
    case 'past-end':
      return <PastEnd search={search} pages={body.pages} onPage={onPage} />
    case 'failed': {
      const retry = () => runAndFocus(() => void results.refetch())
      return <Failed message={body.message} retrying={results.isFetching} onRetry={retry} />
    }
  }
}

type PageProps = Pick<BodyProps, 'search' | 'onPage'> & {
  answer: SearchResult
  /** The next page is loading. */
  isStale: boolean
}

function Page({ search, answer, isStale, onPage }: PageProps) {
  const strings = useStrings()
  return (
    <>
      <div className={classes(isStale && styles.stale)}>
        <CardList search={search} answer={answer} />
      </div>
      {answer.pages > 1 && <Pager page={search.page} pages={answer.pages} onPage={onPage} strings={strings.pager} />}
    </>
  )
}

function useBody({ data, error, isError, isPlaceholderData, fetchStatus }: ResultsQuery, { page }: Search) {
  const { errors } = useStrings()
  // Offline, the query waits; it goes on by itself when the browser is online.
  const isWaiting = fetchStatus === 'paused' && (data === undefined || isPlaceholderData)
  if (isWaiting) return bodyOf({ answer: undefined, failure: { code: 'network', message: errors.network }, page })
  if (!isError) return bodyOf({ answer: data, failure: undefined, page })
  // An error that is not a failed answer is a programming error without a message of its own.
  const { code, Message } = failureOf(error) ?? { code: 'unreadable', Message: errors.unreadable }
  return bodyOf({ answer: data, failure: { code, message: Message }, page })
}

type EmptyProps = { search: Search; box: SearchBox; runAndFocus: (action: () => void) => void }

/** The empty state: what was searched, and what else to try. */
function Empty({ search, box, runAndFocus }: EmptyProps) {
  const { empty, clearAll } = useStrings().search
  const filtered = isFiltered(search.filters)
  const unquoted = withoutQuotes(search.q)
  const plain = plainWords(search, useCourtCodes(search.q))
  return (
    <EmptyState
      icon="search"
      title={empty.title}
      actions={
        <>
          {filtered && search.q !== '' && (
            <Button variant="soft" icon="filter" onClick={() => runAndFocus(() => box.filterBy(noFilters))}>
              {clearAll}
            </Button>
          )}
          {unquoted !== search.q && (
            <Button variant="soft" onClick={() => runAndFocus(() => box.searchFor(unquoted, search.filters))}>
              {empty.unquoted}
            </Button>
          )}
          {plain !== null && (
            <Button variant="soft" onClick={() => runAndFocus(() => box.searchFor(plain, search.filters))}>
              {empty.plain}
            </Button>
          )}
          {search.q !== '' && (
            <Button variant="soft" onClick={() => runAndFocus(() => box.changeType(otherType[search.type]))}>
              {empty.other[search.type]}
            </Button>
          )}
          <Button variant="ghost" icon="pencil" onClick={box.goTo}>
            {empty.change}
          </Button>
        </>
      }
    >
      {search.q !== '' && (
        <p>
          <Interpolate sentence={empty.searched} values={{ query: <Query q={search.q} /> }} />
        </p>
      )}
      {filtered && <p>{empty.filtered}</p>}
      {/\S\s+\S/.test(search.q) && <p>{empty.shorter}</p>}
    </EmptyState>
  )
}

const otherType = { CaseFile: 'Phrase', Phrase: 'CaseFile' } as const

type PastEndProps = { search: Search; pages: number | null; onPage: (page: number) => void }

/** The URL names a page past the end. The first page has the number of pages. */
function PastEnd({ search, pages, onPage }: PastEndProps) {
  const { pastEnd } = useStrings().search
  const first = useResults({ ...search, page: 1 }, { enabled: pages === null })
  const last = pages ?? (first.isPlaceholderData ? undefined : first.data?.pages)
  return (
    <EmptyState
      icon="page"
      title={pastEnd.title}
      actions={
        <>
          {last !== undefined && last > 1 && (
            <Button variant="soft" onClick={() => onPage(last)}>
              {pastEnd.last}
            </Button>
          )}
          <Button variant="ghost" onClick={() => onPage(1)}>
            {pastEnd.first}
          </Button>
        </>
      }
    >
      {last !== undefined && pastEnd.more(last)}
    </EmptyState>
  )
}

type FailedProps = { message: string; retrying: boolean; onRetry: () => void }

function Failed({ message, retrying, onRetry }: FailedProps) {
  const { actions, search } = useStrings()
  return (
    <ErrorState
      title={search.failed}
      message={message}
      retryLabel={actions.retry}
      retrying={retrying}
      onRetry={onRetry}
    />
  )
}
