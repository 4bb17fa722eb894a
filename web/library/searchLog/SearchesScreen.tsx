import { type Ref, useRef } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { dayInMaldives } from '#shared/text/format/dates.ts'
import { isMasked } from '#shared/searchMasks.ts'
import { searchTypes } from '#shared/searchTypes.ts'
import type { SearchedQuery } from '#shared/calls/searches.ts'
import { post } from '#web/platform/api/client.ts'
import { failureOf, unwrapAnswer } from '#web/platform/api/query.ts'
import { routes } from '#web/platform/paths.ts'
import { searchLogStrings } from '#web/platform/strings/searchLogStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusStart, Pager } from '#web/ui/Pager.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { PageHeading, Count, DateText, FreeText, Isolated } from '#web/ui/Text.tsx'
import { emptySearch } from '#web/library/search/searchUrl.ts'
import { SearchLink } from '#web/library/search/SearchLink.tsx'
import { firstDayOf, kinds, type LogFilters, periods, readLogFilters, writeLogFilters } from './searchesUrl.ts'
import styles from './SearchesScreen.module.css'

/** The search log: from searches without results the staff learn which terms the library lacks. */
export function SearchesScreen() {
  const { entries } = useStrings()
  const strings = searchLogStrings[useLanguage()]
  const filters = readLogFilters(useSearch({ strict: false }))
  const navigate = useNavigate()
  const update = (other: Partial<LogFilters>) =>
    void navigate({
      to: routes.searches,
      search: writeLogFilters({ ...filters, page: 1, ...other }),
      resetScroll: false,
    })
  return (
    <div className={styles.page}>
      <PageHeading>{entries.searches}</PageHeading>
      <p className={styles.lead}>{strings.lead}</p>
      <FilterControls filters={filters} onChange={update} />
      <LogResults filters={filters} onPage={(page) => update({ page })} />
    </div>
  )
}

function FilterControls({
  filters,
  onChange,
}: {
  filters: LogFilters
  onChange: (other: Partial<LogFilters>) => void
}) {
  const { search } = useStrings()
  const strings = searchLogStrings[useLanguage()]
  return (
    <div className={styles.choices}>
      <Segments
        name="only"
        legend={strings.only}
        value={filters.only}
        options={kinds.map((value) => ({ value, label: strings.kinds[value] }))}
        onChoose={(only) => onChange({ only })}
      />
      <Segments
        name="type"
        legend={search.type}
        value={filters.type}
        options={searchTypes.map((value) => ({ value, label: search.types[value] }))}
        onChoose={(type) => onChange({ type })}
      />
      <Segments
        name="days"
        legend={strings.days}
        value={filters.days}
        options={periods.map((value) => ({ value, label: strings.periods[value] }))}
        onChoose={(days) => onChange({ days })}
      />
    </div>
  )
}

function LogResults({ filters, onPage }: { filters: LogFilters; onPage: (page: number) => void }) {
  const { actions, page, pager } = useStrings()
  const strings = searchLogStrings[useLanguage()]
  const query = useSearches(filters)
  const table = useRef<HTMLTableElement>(null)
  if (query.isPending) return <SectionSpinner label={page.loading} />
  const failure = failureOf(query.error)
  if (failure?.code === 'page-past-end') return <PastEnd onPage={onPage} />
  // What was fetched before stays when it cannot be fetched again.
  if (query.data === undefined)
    return (
      <ErrorState
        title={strings.failed}
        message={failure?.Message ?? ''}
        retryLabel={actions.retry}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  const { data, pages } = query.data
  if (data.length === 0) return <EmptyState icon="search" title={strings.nothing} />
  const turnTo = (next: number) => {
    onPage(next)
    focusStart(table.current)
  }
  return (
    <>
      <SearchesTable ref={table} rows={data} />
      {pages > 1 && <Pager page={filters.page} pages={pages} onPage={turnTo} strings={pager} />}
    </>
  )
}

/** The URL names a page past the end: entries expire, and the filters of a link may list fewer. */
function PastEnd({ onPage }: { onPage: (page: number) => void }) {
  const { pastEnd } = useStrings().search
  return (
    <EmptyState
      icon="page"
      title={pastEnd.title}
      actions={
        <Button variant="ghost" onClick={() => onPage(1)}>
          {pastEnd.first}
        </Button>
      }
    />
  )
}

function useSearches({ only, type, days, page }: LogFilters) {
  return useQuery({
    queryKey: ['searches', only, type, days, page],
    queryFn: async ({ signal }) => {
      const From = firstDayOf(days, Date.now())
      return unwrapAnswer(
        await post('searches/get', { Only: only, Type: type, From, Page: page, PageSize: 20 }, { signal }),
      )
    },
    placeholderData: keepPreviousData,
    // Searches are logged continuously.
    staleTime: 0,
  })
}

/**
 * The queries, most frequent first, each with a link to search again. On a narrow screen each row is a card; roles are
 * explicit, because CSS display changes remove table semantics.
 */
function SearchesTable({ ref, rows }: { ref: Ref<HTMLTableElement>; rows: readonly SearchedQuery[] }) {
  const { columns } = searchLogStrings[useLanguage()]
  return (
    <table ref={ref} role="table" tabIndex={-1} className={styles.table}>
      <thead>
        <tr>
          {Object.entries(columns).map(([name, label]) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <QueryRow key={`${row.type} ${row.query}`} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function QueryRow({ row }: { row: SearchedQuery }) {
  const language = useLanguage()
  const { columns, milliseconds } = searchLogStrings[language]
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <LoggedQuery row={row} />
      </th>
      {(['searches', 'without_results', 'clicked'] as const).map((name) => (
        <td role="cell" key={name} data-label={columns[name]}>
          <Count>{row[name].toLocaleString('en-US')}</Count>
        </td>
      ))}
      <td role="cell" data-label={columns.median_ms}>
        {/* One box, which the card of a narrow screen keeps together. */}
        <span>
          <Isolated>{milliseconds(row.median_ms.toLocaleString('en-US'))}</Isolated>
        </span>
      </td>
      <td role="cell" data-label={columns.last_at}>
        <DateText day={dayInMaldives(row.last_at)} language={language} />
      </td>
    </tr>
  )
}

/** A link to search again, unless words of the query are not known. */
function LoggedQuery({ row: { type, query } }: { row: SearchedQuery }) {
  const { again } = searchLogStrings[useLanguage()]
  const text = (
    <bdi>
      <FreeText>{query}</FreeText>
    </bdi>
  )
  if (isMasked(query)) return text
  return (
    <SearchLink search={{ ...emptySearch, type, q: query }} className={styles.query} aria-label={again(query)}>
      {text}
    </SearchLink>
  )
}
