import { Suspense } from 'react'
import type { SearchResult } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { later } from '#web/ui/later.ts'
import { useLateWindow } from '#web/ui/useLateWindow.ts'
import { countShown } from '../cards.ts'
import type { Filters } from '../filters.ts'
import { facetLists } from './facetLists.ts'
import { FacetPanel } from './FacetPanel.tsx'
import { FacetSkeletons } from './FacetSkeletons.tsx'
import type { FoundFacets } from './useFacets.ts'
import styles from './Narrowing.module.css'

const FacetDrawer = later(() => import('./FacetDrawer.tsx'), 'FacetDrawer')

type Props = { found: FoundFacets; filters: Filters; onFilters: (filters: Filters) => void }

/** The facets that narrow something, or nothing. */
function listsOf({ found: { facets }, filters }: Props) {
  const lists = facets ? facetLists(facets, filters) : []
  return lists.length > 0 ? lists : undefined
}

/** The column beside the results. */
export function Beside(props: Props) {
  const { finding } = useStrings()
  const lists = listsOf(props)
  const { areComing } = props.found
  if (!lists && !areComing) return null
  return (
    <section className={styles.beside} aria-label={finding.facets.title} aria-busy={areComing}>
      {lists ? <FacetPanel lists={lists} filters={props.filters} onFilters={props.onFilters} /> : <FacetSkeletons />}
    </section>
  )
}

/** The button that brings the same on a narrow screen. */
export function NarrowButton({ answer, ...props }: Props & { answer: SearchResult | undefined }) {
  const { finding } = useStrings()
  const { state, open, close } = useLateWindow()
  const lists = listsOf(props)
  if (!answer || (!lists && !props.found.areComing)) return null
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
            count={countShown(answer.count, answer.countIsExact)}
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
