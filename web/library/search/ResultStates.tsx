import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { Interpolate } from './Interpolate.tsx'
import { isFiltered, noFilters } from './filters.ts'
import { Query } from './ResultsHead.tsx'
import type { Search } from './searchUrl.ts'
import { useResults } from './useResults.ts'
import type { SearchBox } from './useSearchBox.ts'

type EmptyProps = { search: Search; box: SearchBox; runAndFocus: (action: () => void) => void }

/** The empty state: what was searched, and what else to try. */
export function Empty({ search, box, runAndFocus }: EmptyProps) {
  const { empty, clearAll } = useStrings().search
  const filtered = isFiltered(search.filters)
  return (
    <EmptyState
      icon="search"
      title={empty.title}
      actions={
        <>
          {filtered && search.q !== '' && (
            <Button variant="soft" icon="filter" onClick={() => runAndFocus(() => box.searchFor(search.q, noFilters))}>
              {clearAll}
            </Button>
          )}
          {search.q !== '' && (
            <Button variant="soft" onClick={() => runAndFocus(() => box.changeType(otherType[search.type]))}>
              {empty.other[search.type]}
            </Button>
          )}
          <Button variant="ghost" icon="pencil" onClick={box.goTo}>
            {empty.change}
          </Button>
        </>
      }
    >
      {search.q !== '' && (
        <p>
          <Interpolate sentence={empty.searched} values={{ query: <Query q={search.q} /> }} />
        </p>
      )}
      {filtered && <p>{empty.filtered}</p>}
      {search.q !== '' && <p>{empty.shorter}</p>}
    </EmptyState>
  )
}

const otherType = { CaseFile: 'Phrase', Phrase: 'CaseFile' } as const

type PastEndProps = { search: Search; pages: number | null; onPage: (page: number) => void }

/** The URL names a page past the end. The first page has the number of pages. */
export function PastEnd({ search, pages, onPage }: PastEndProps) {
  const { pastEnd } = useStrings().search
  const first = useResults({ ...search, page: 1 }, { enabled: pages === null })
  const last = pages ?? (first.isPlaceholderData ? undefined : first.data?.pages)
  return (
    <EmptyState
      icon="page"
      title={pastEnd.title}
      actions={
        <>
          {last !== undefined && last > 1 && (
            <Button variant="soft" onClick={() => onPage(last)}>
              {pastEnd.last}
            </Button>
          )}
          <Button variant="ghost" onClick={() => onPage(1)}>
            {pastEnd.first}
          </Button>
        </>
      }
    >
      {last !== undefined && pastEnd.more(last)}
    </EmptyState>
  )
}

type FailedProps = { message: string; retrying: boolean; onRetry: () => void }

export function Failed({ message, retrying, onRetry }: FailedProps) {
  const { actions, search } = useStrings()
  return (
    <ErrorState
      title={search.failed}
      message={message}
      retryLabel={actions.retry}
      retrying={retrying}
      onRetry={onRetry}
    />
  )
}
