import { Suspense, useState } from 'react'
import { later } from '#web/ui/later.ts'
import { loadFilterModal } from './FilterButton.tsx'
import type { Search } from './searchUrl.ts'
import type { SearchBox } from './useSearchBox.ts'

const FilterModal = later(loadFilterModal, 'FilterModal')

/** Whether the window of the filters stands open. Once it was, it stays in the page, closed. */
export function useFilterWindow() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return { state, open: () => setState('open'), close: () => setState('closed') }
}

type Props = { window: ReturnType<typeof useFilterWindow>; search: Search; box: SearchBox }

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
