import { Suspense } from 'react'
import { paths } from '#web/paths.ts'
import { later } from '#web/ui/later.ts'
import { writeCase } from './searchUrl.ts'
import { useAround } from './useAround.ts'
import type { SearchState } from './useSearchState.ts'

const CaseModal = later(() => import('#web/viewer/CaseModal.tsx'), 'CaseModal')
const PhraseModal = later(() => import('#web/viewer/PhraseModal.tsx'), 'PhraseModal')

/**
 * What stands open above the page. Both windows are here, closed, as soon as there is something to open: a window that
 * is there before it opens gives the focus back to what opened it.
 */
export function OpenedViewer({ state }: { state: SearchState }) {
  const { search, close, turnTo } = state
  const opened = search.opened
  const inCase = opened?.kind === 'case' ? opened : undefined
  const { around, searched } = useAround(search, inCase?.reference, ({ reference, page }) => {
    if (inCase) void turnTo({ kind: 'case', reference, tab: inCase.tab }, page)
  })
  return (
    <>
      <Suspense>
        <CaseModal
          reference={inCase?.reference}
          tab={inCase?.tab ?? 'details'}
          onTab={(tab) => {
            if (inCase) void turnTo({ kind: 'case', reference: inCase.reference, tab })
          }}
          searched={searched}
          paragraph={inCase?.paragraph}
          around={around}
          apart={inCase && paths.case(writeCase(search, inCase))}
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
