import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { searchTypes } from '#shared/searchTypes.ts'
import { post } from '#web/api/client.ts'
import { failureOf, succeed } from '#web/api/query.ts'
import { routes } from '#web/paths.ts'
import { searchesWords } from '#web/strings/searchesWords.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { PlaceSpinner } from '#web/ui/Spinner.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { PageHeading } from '#web/ui/Text.tsx'
import { SearchesTable } from './SearchesTable.tsx'
import { beginningOf, kinds, type Looking, periods, readLooking, writeLooking } from './searchesUrl.ts'
import styles from './SearchesScreen.module.css'

/** What was searched in vain, and what else: from it the staff learn which words the library lacks. */
export function SearchesScreen() {
  const { entries } = useStrings()
  const words = searchesWords[useLanguage()]
  const looking = readLooking(useSearch({ strict: false }))
  const navigate = useNavigate()
  const look = (other: Partial<Looking>) =>
    void navigate({ to: routes.searches, search: writeLooking({ ...looking, page: 1, ...other }), resetScroll: false })
  return (
    <div className={styles.page}>
      <PageHeading>{entries.searches}</PageHeading>
      <p className={styles.lead}>{words.lead}</p>
      <Choices looking={looking} onLook={look} />
      <Found looking={looking} onPage={(page) => look({ page })} />
    </div>
  )
}

function Choices({ looking, onLook }: { looking: Looking; onLook: (other: Partial<Looking>) => void }) {
  const { search } = useStrings()
  const words = searchesWords[useLanguage()]
  return (
    <div className={styles.choices}>
      <Segments
        name="only"
        legend={words.only}
        value={looking.only}
        options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
        onChoose={(only) => onLook({ only })}
      />
      <Segments
        name="type"
        legend={search.type}
        value={looking.type}
        options={searchTypes.map((value) => ({ value, label: search.types[value] }))}
        onChoose={(type) => onLook({ type })}
      />
      <Segments
        name="days"
        legend={words.days}
        value={looking.days}
        options={periods.map((value) => ({ value, label: words.periods[value] }))}
        onChoose={(days) => onLook({ days })}
      />
    </div>
  )
}

function Found({ looking, onPage }: { looking: Looking; onPage: (page: number) => void }) {
  const { acts, page, pager } = useStrings()
  const words = searchesWords[useLanguage()]
  const asked = useSearches(looking)
  if (asked.isPending) return <PlaceSpinner label={page.loading} />
  if (asked.isError)
    return (
      <ErrorState
        title={words.failed}
        message={failureOf(asked.error)?.Message ?? ''}
        retryLabel={acts.retry}
        onRetry={() => void asked.refetch()}
        retrying={asked.isFetching}
      />
    )
  const { data, pages } = asked.data
  if (data.length === 0) return <EmptyState icon="search" title={words.nothing} />
  return (
    <>
      <SearchesTable rows={data} />
      {pages > 1 && <Pager page={looking.page} pages={pages} onPage={onPage} strings={pager} />}
    </>
  )
}

function useSearches({ only, type, days, page }: Looking) {
  return useQuery({
    queryKey: ['searches', only, type, days, page],
    queryFn: async ({ signal }) => {
      const From = beginningOf(days, Date.now())
      return succeed(await post('searches/get', { Only: only, Type: type, From, Page: page, PageSize: 20 }, { signal }))
    },
    placeholderData: keepPreviousData,
    // Somebody may be searching right now.
    staleTime: 0,
  })
}
