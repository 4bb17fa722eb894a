import { Children, type ReactNode, useRef } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { cellText } from '#web/fields/cells/cellText.ts'
import { useSession } from '#web/session/session.ts'
import { useLanguage } from '#web/strings/strings.ts'
import { showsCards, useBreakpoint } from '#web/ui/breakpoints.ts'
import { classes } from '#web/ui/classes.ts'
import column from '#web/ui/column.module.css'
import type { CardLook } from './Cards.tsx'
import type { OwnCells } from './gridColumns.tsx'
import { listColumns } from './listColumns.ts'
import { ListAsCards } from './ListAsCards.tsx'
import { ListAsGrid } from './ListAsGrid.tsx'
import { ListHead } from './ListHead.tsx'
import { always, type RowAction } from './rowActions.ts'
import { useFocusReturn } from './useFocusReturn.ts'
import { useList } from './useList.ts'
import { useListState } from './useListState.ts'
import { useRecordWindows } from './useRecordWindows.tsx'
import { useSearchText } from './useSearchText.ts'
import { useStandardActions } from './useStandardActions.ts'

type Props = {
  resource: Resource
  /** What can be done with a row beyond viewing, editing and deleting it. */
  actions?: readonly RowAction[]
  /** Cells that are drawn otherwise than their kind says. */
  cells?: OwnCells
  /** Whether the state of a row allows it to be changed. */
  isOpen?: (row: Row) => boolean
  card?: CardLook
  /** The windows of the screen's own actions. */
  children?: ReactNode
}

/** The list of any resource: found, filtered, sorted, read and changed. */
export function ListScreen({ resource, actions = [], cells = {}, isOpen = always, card = {}, children }: Props) {
  const language = useLanguage()
  const columns = useColumns(resource)
  const { state, change } = useListState(resource)
  const nameOf = (row: Row) => {
    const first = columns.find(({ name }) => name === (card.header ?? columns[0]?.name))
    return first ? cellText(first.field, row[first.name], language) || `#${row.id}` : `#${row.id}`
  }
  const { windows, isOpen: isInWindow, ...open } = useRecordWindows(resource, nameOf)
  const offered = useStandardActions(resource, { ...open, isOpen }, actions)
  const frame = useRef<HTMLDivElement>(null)
  const remember = useFocusReturn(frame, isInWindow || Children.toArray(children).length > 0)
  const isNarrow = showsCards(useBreakpoint())
  const text = useSearchText(state.search, (search) => change({ search }, { replace: true }))
  const list = useList(resource, state, text.text, columns)
  const view = { resource, columns, state, change, list, text, actions: offered, cells, card, isOpen, nameOf }

  return (
    <div ref={frame} className={classes(column.column, column.wide)} onFocus={remember}>
      <ListHead resource={resource} page={list.page} onCreate={open.create} />
      {isNarrow ? <ListAsCards {...view} /> : <ListAsGrid {...view} onView={open.view} />}
      {windows}
      {children}
    </div>
  )
}

function useColumns(resource: Resource) {
  const session = useSession()
  return listColumns(resource, session.at === 'signed-in' ? session.decoded.abilities : [])
}
