import { joinList } from '#shared/text/format/joinList.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Filter, Resource } from '#shared/resource/resource.ts'
import type { Failure } from '#shared/calls/answer.ts'
import type { Field } from '#shared/resource/field.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/States.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import type { CardOptions } from './Cards.tsx'
import type { CustomCells } from './gridColumns.tsx'
import type { ListColumn } from './listColumns.ts'
import type { ListChange, ListState } from './listUrl.ts'
import type { RowAction } from './rowActions.tsx'
import type { List } from './useList.ts'
import type { RowChoice } from './ChosenRows.tsx'
import type { SearchText } from './useSearchText.ts'

/** Everything that both views of a list (cards and grid) need. */
export type ListView = {
  resource: Resource
  columns: readonly ListColumn[]
  state: ListState
  change: ListChange
  list: List
  text: SearchText
  actions: readonly RowAction[]
  cells: CustomCells
  card: CardOptions
  isRowEditable: (row: Row) => boolean
  nameOf: (row: Row) => string
  choice: RowChoice | undefined
}

/** Clears the search and the column filters. */
export function clearSearch({ text, change }: Pick<ListView, 'text' | 'change'>) {
  text.clear()
  change({ search: '', columns: {} }, { replace: true })
}

/** Shown while a required filter is empty: nothing is loaded until it is chosen. */
export function FilterNeeded({ fields }: { fields: readonly Field[] }) {
  const { list } = useStrings()
  const language = useLanguage()
  return (
    <EmptyState
      icon="filter"
      title={list.filterNeeded(
        joinList(
          fields.map(({ label }) => label[language]),
          language,
        ),
      )}
    />
  )
}

type NoRowsProps = Pick<ListView, 'resource' | 'state' | 'change' | 'list'> & { onClear: () => void }

/** No rows: the list is empty, or has none of its filters, or the search found nothing. */
export function NoRows({ resource, state, change, list: { isSearched }, onClear }: NoRowsProps) {
  const { list } = useStrings()
  const language = useLanguage()
  const optional = Object.entries<Filter>(resource.filters ?? {}).filter(([, { required }]) => !required)
  const chosen = optional.filter(([name]) => state.filters[name])
  if (!isSearched && chosen.length === 0) return <EmptyState title={list.empty} />
  const labels = chosen.flatMap(([, { field }]) => resource.fields[field]?.label[language] ?? [])
  const filtered = chosen.length > 0 ? list.emptyFiltered(joinList(labels, language)) : undefined
  const cleared = Object.fromEntries(optional.map(([name]) => [name, '']))
  return (
    <EmptyState
      icon={isSearched ? 'search' : 'filter'}
      title={isSearched || filtered === undefined ? list.nothing : filtered}
      actions={
        <>
          {isSearched && (
            <Button variant="soft" icon="close" onClick={onClear}>
              {list.clearAll}
            </Button>
          )}
          {filtered !== undefined && (
            <Button variant="soft" icon="eye" onClick={() => change({ filters: { ...state.filters, ...cleared } })}>
              {list.showAll}
            </Button>
          )}
        </>
      }
    >
      {isSearched ? filtered : undefined}
    </EmptyState>
  )
}

type FilteredProps = Pick<ListView, 'resource'> & { names: readonly string[]; onClear: () => void }

/** The columns that filter the list and whose filters are not in view. */
export function FilteredColumns({ resource, names, onClear }: FilteredProps) {
  const { list } = useStrings()
  const language = useLanguage()
  if (names.length === 0) return null
  const labels = names.flatMap((name) => resource.fields[name]?.label[language] ?? [])
  return (
    <div>
      <Chip icon="filter" on onRemove={onClear} removeLabel={list.clearColumns}>
        {list.filteredBy(joinList(labels, language))}
      </Chip>
    </div>
  )
}

/** Shown above rows that could not be loaded again. */
export function OutdatedRows({ list: { failure, page, isFetching, retry } }: Pick<ListView, 'list'>) {
  const { list, actions } = useStrings()
  if (!failure || !page) return null
  return (
    <Alert tone="caution" title={list.failed}>
      <p>
        <Isolated>{messagesOf(failure).join(' ')}</Isolated>
      </p>
      <Button size="sm" variant="outline" icon="refresh" loading={isFetching} onClick={retry}>
        {actions.retry}
      </Button>
    </Alert>
  )
}

type FailedProps = { failure: ListFailure; isRetrying: boolean; onRetry: () => void }

/** `payload` holds the errors of each input field. */
type ListFailure = Pick<Failure, 'Message'> & Partial<Pick<Failure, 'payload'>>

const messagesOf = ({ Message, payload }: ListFailure) => [Message, ...Object.values(payload?.errors ?? {}).flat()]

export function ListFailed({ failure, isRetrying, onRetry }: FailedProps) {
  const { list, actions } = useStrings()
  return (
    <ErrorState
      title={list.failed}
      message={messagesOf(failure).join(' ')}
      retryLabel={actions.retry}
      retrying={isRetrying}
      onRetry={onRetry}
    />
  )
}
