import { lazy, Suspense, useState } from 'react'
import type { SearchResult } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { countShown } from '../cards.ts'
import type { Filters } from '../filters.ts'
import { facetLists } from './facetLists.ts'
import { FacetPanel } from './FacetPanel.tsx'
import styles from './Narrowing.module.css'

const FacetDrawer = lazy(async () => ({ default: (await import('./FacetDrawer.tsx')).FacetDrawer }))

type Props = { answer: SearchResult | undefined; filters: Filters; onFilters: (filters: Filters) => void }

/** The facets of an answer that has some, or nothing. */
function listsOf({ answer, filters }: Props) {
  const lists = answer?.facets ? facetLists(answer.facets, filters) : []
  return lists.length > 0 ? lists : undefined
}

/** The column beside the results. */
export function Beside(props: Props) {
  const { finding } = useStrings()
  const lists = listsOf(props)
  if (!lists) return null
  return (
    <section className={styles.beside} aria-label={finding.facets.title}>
      <FacetPanel lists={lists} filters={props.filters} onFilters={props.onFilters} />
    </section>
  )
}

/** The button that brings the same on a narrow screen. */
export function NarrowButton(props: Props) {
  const { finding } = useStrings()
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const lists = listsOf(props)
  if (!lists || !props.answer) return null
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        icon="filter"
        className={styles.opener}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        {finding.facets.title}
      </Button>
      {state !== 'never' && (
        <Suspense>
          <FacetDrawer
            opened={state === 'open'}
            count={countShown(props.answer.count, props.answer.countIsExact)}
            lists={lists}
            filters={props.filters}
            onFilters={props.onFilters}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  )
}
