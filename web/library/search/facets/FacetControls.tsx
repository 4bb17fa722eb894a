import { Suspense } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SearchResult, Facets } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { useLazyDialog } from '#web/ui/dialogs/useLazyDialog.ts'
import { formatCount, facetsRequestOf, fetchSearch, type ResultsQuery } from '#web/library/search/useResults.ts'
import type { Filters } from '#web/library/search/filters.ts'
import type { Search } from '#web/library/search/searchUrl.ts'
import { facetLists, FacetPanel } from './FacetPanel.tsx'
import styles from './FacetControls.module.css'

const FacetDrawer = lazyWithRetry(() => import('./FacetDrawer.tsx'), 'FacetDrawer')

type Props = { facets: FacetState; filters: Filters; onFilters: (filters: Filters) => void }

/** The facet lists that can filter something; undefined without any. */
function listsOf({ facets: { facets: facetCounts }, filters }: Props) {
  const lists = facetCounts ? facetLists(facetCounts, filters) : []
  return lists.length > 0 ? lists : undefined
}

/** The facets in a column next to the results. */
export function FacetColumn(props: Props) {
  const { finding } = useStrings()
  const lists = listsOf(props)
  const { isLoading } = props.facets
  if (!lists && !isLoading) return null
  return (
    <section className={styles.column} aria-label={finding.facets.title} aria-busy={isLoading}>
      {lists ? <FacetPanel lists={lists} filters={props.filters} onFilters={props.onFilters} /> : <FacetSkeletons />}
    </section>
  )
}

/** The button that opens the facets on a narrow screen. */
export function FacetButton({ answer, ...props }: Props & { answer: SearchResult | undefined }) {
  const { finding } = useStrings()
  const { state, open, close } = useLazyDialog()
  const lists = listsOf(props)
  if (!answer || (!lists && !props.facets.isLoading)) return null
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        icon="filter"
        className={styles.opener}
        aria-haspopup="dialog"
        disabled={!lists}
        onClick={open}
      >
        {finding.facets.title}
      </Button>
      {state !== 'never' && lists && (
        <Suspense>
          <FacetDrawer
            opened={state === 'open'}
            count={formatCount(answer.count, answer.countIsExact)}
            lists={lists}
            filters={props.filters}
            onFilters={props.onFilters}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** The number of rows of each list. */
const lists = [4, 6, 5]

/** Placeholders of the facets while they load, to avoid layout shift. */
function FacetSkeletons() {
  return (
    <div className={styles.lists} aria-hidden="true">
      {lists.map((rows) => (
        <div key={rows} className={styles.list}>
          {Array.from({ length: rows }, (_, row) => (
            <span key={row} className={styles.row} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** The facets of the results, and whether they are loading. */
export type FacetState = { facets: Facets | null; isLoading: boolean }

/**
 * The facets of the results. They come with the page; for large results, where they would delay it, they are fetched
 * separately.
 */
export function useFacets(search: Search, { data: answer, isPlaceholderData: isStale }: ResultsQuery): FacetState {
  const isSeparate = search.type === 'CaseFile' && answer?.facets === null && answer.count > 0
  const request = facetsRequestOf(search)
  const separateQuery = useQuery({
    queryKey: ['facets', request],
    queryFn: ({ signal }) => fetchSearch(request, signal),
    enabled: isSeparate && !isStale,
    placeholderData: keepPreviousData,
  })
  if (!isSeparate) return { facets: answer?.facets ?? null, isLoading: false }
  return { facets: separateQuery.data?.facets ?? null, isLoading: separateQuery.isFetching || isStale }
}
