import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { CardOptions } from './Cards.tsx'
import type { CustomCells } from './gridColumns.tsx'
import type { ListColumn } from './listColumns.ts'
import type { ListChange, ListState } from './listUrl.ts'
import type { RowAction } from './rowActions.ts'
import type { List } from './useList.ts'
import type { RowChoice } from './useRowChoice.ts'
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
  isOpen: (row: Row) => boolean
  nameOf: (row: Row) => string
  choice: RowChoice | undefined
}

/** Clears the search and the column filters. */
export function clearSearch({ text, change }: Pick<ListView, 'text' | 'change'>) {
  text.clear()
  change({ search: '', columns: {} }, { replace: true })
}
