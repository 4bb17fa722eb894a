import { Suspense } from 'react'
import { later } from '#web/ui/later.ts'
import type { LateWindow } from '#web/ui/useLateWindow.ts'
import { loadFilterModal } from './FilterButton.tsx'
import type { Search } from './searchUrl.ts'
import type { SearchBox } from './useSearchBox.ts'

const FilterModal = later(loadFilterModal, 'FilterModal')

type Props = { window: LateWindow; search: Search; box: SearchBox }

/**
 * Stands beside the form of the search bar, not in it: a submit inside a window bubbles through the tree of components
 * and would search twice.
 */
export function FilterWindow({ window: { state, close }, search, box }: Props) {
  if (state === 'never') return null
  return (
    <Suspense>
      <FilterModal
        opened={state === 'open'}
        begin={{ q: box.text, ...search.filters }}
        onClose={close}
        onSearch={(q, filters) => {
          close()
          box.searchFor(q, filters)
        }}
      />
    </Suspense>
  )
}
