import { Suspense } from 'react'
import type { SearchResult } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { useLazyDialog } from '#web/ui/dialogs/useLazyDialog.ts'
import { formatCount } from '#web/library/search/cards.ts'
import type { Filters } from '#web/library/search/filters.ts'
import { facetLists } from './facetLists.ts'
import { FacetPanel } from './FacetPanel.tsx'
import { FacetSkeletons } from './FacetSkeletons.tsx'
import type { FacetState } from './useFacets.ts'
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
