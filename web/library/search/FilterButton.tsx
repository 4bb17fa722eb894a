import { Suspense } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import type { LazyDialog } from '#web/ui/dialogs/useLazyDialog.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'
import { Count, VisuallyHidden } from '#web/ui/Text.tsx'
import { countFilters, type Filters } from './filters.ts'
import type { Search } from './searchUrl.ts'
import type { SearchBox } from './useSearchBox.ts'
import styles from './FilterButton.module.css'

/** The filter modal, loaded lazily on hover or focus of its button. */
const loadFilterModal = () => import('./FilterModal.tsx')

const preload = () => void loadFilterModal()

export function FilterButton({ filters, onOpen }: { filters: Filters; onOpen: () => void }) {
  const strings = useStrings().search
  const count = countFilters(filters)
  return (
    <Button
      variant="soft"
      icon="filter"
      className={styles.filter}
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onOpen}
    >
      {count === 0 ? (
        strings.filter
      ) : (
        <>
          <span className={styles.face} aria-hidden="true">
            {strings.filter} <Count>{count}</Count>
          </span>
          <VisuallyHidden>{strings.filterCount(count)}</VisuallyHidden>
        </>
      )}
    </Button>
  )
}

const FilterModal = lazyWithRetry(loadFilterModal, 'FilterModal')

type Props = { dialog: LazyDialog; search: Search; box: SearchBox }

/**
 * Rendered outside the form of the search bar: a submit event in a portal bubbles through the component tree and would
 * search twice.
 */
export function LazyFilterModal({ dialog: { state, close }, search, box }: Props) {
  if (state === 'never') return null
  return (
    <Suspense>
      <FilterModal
        opened={state === 'open'}
        initialForm={{ q: box.text, ...search.filters }}
        onClose={close}
        onSearch={(q, filters) => {
          close()
          box.searchFor(q, filters)
        }}
      />
    </Suspense>
  )
}
