import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { CardLook } from './Cards.tsx'
import type { OwnCells } from './gridColumns.tsx'
import type { ListColumn } from './listColumns.ts'
import type { ListChange, ListState } from './listUrl.ts'
import type { RowAction } from './rowActions.ts'
import type { List } from './useList.ts'
import type { SearchText } from './useSearchText.ts'

/** A list as it stands, in whichever shape it is drawn. */
export type ListView = {
  resource: Resource
  columns: readonly ListColumn[]
  state: ListState
  change: ListChange
  list: List
  text: SearchText
  actions: readonly RowAction[]
  cells: OwnCells
  card: CardLook
  isOpen: (row: Row) => boolean
  nameOf: (row: Row) => string
}

/** Takes away whatever was searched. */
export function clearSearch({ text, change }: Pick<ListView, 'text' | 'change'>) {
  text.clear()
  change({ search: '', columns: {} }, { replace: true })
}
