import { lazy, Suspense } from 'react'
import type { SearchState } from './useSearchState.ts'

const CaseModal = lazy(() =>
  import('#web/viewer/CaseModal.tsx').then(({ CaseModal: component }) => ({ default: component })),
)
const PhraseModal = lazy(() =>
  import('#web/viewer/PhraseModal.tsx').then(({ PhraseModal: component }) => ({ default: component })),
)

/**
 * What stands open above the page. Both windows are here, closed, as soon as there is something to open: a window that
 * is there before it opens gives the focus back to what opened it.
 */
export function OpenedViewer({ state }: { state: SearchState }) {
  const { search, close, turnTo } = state
  const opened = search.opened
  const inCase = opened?.kind === 'case' ? opened : undefined
  return (
    <>
      <Suspense>
        <CaseModal
          reference={inCase?.reference}
          tab={inCase?.tab ?? 'details'}
          onTab={(tab) => {
            if (inCase) void turnTo({ ...inCase, tab })
          }}
          query={search.q}
          onClose={close}
        />
      </Suspense>
      {(search.type === 'Phrase' || opened?.kind === 'phrase') && (
        <Suspense>
          <PhraseModal reference={opened?.kind === 'phrase' ? opened.reference : undefined} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
