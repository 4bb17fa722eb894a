import { Children, type FocusEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { cellText } from '#web/fields/cells/cellText.ts'
import { useCan, useSession } from '#web/platform/session/session.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showsCards, useBreakpoint } from '#web/ui/breakpoints.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeading } from '#web/ui/Text.tsx'
import type { CardLook } from './Cards.tsx'
import type { OwnCells } from './gridColumns.tsx'
import { ListAsCards } from './ListAsCards.tsx'
import { ListAsGrid } from './ListAsGrid.tsx'
import { listColumns } from './listColumns.ts'
import type { ListPage } from './page.ts'
import { always, type RowAction, useStandardActions } from './rowActions.ts'
import { useList } from './useList.ts'
import { useListState } from './listUrl.ts'
import { useRecordWindows } from './useRecordWindows.tsx'
import { useSearchText } from './useSearchText.ts'
import column from '#web/ui/column.module.css'
import listScreenStyles from './ListScreen.module.css'

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

type ListHeadProps = { resource: Resource; page: ListPage | undefined; onCreate: () => void; children?: ReactNode }

/** The name of the list, how much it holds, and the plus for those who may make more of it. */
function ListHead({ resource, page, onCreate, children }: ListHeadProps) {
  const { list } = useStrings()
  const language = useLanguage()
  const mayCreate = useCan('create', resource)
  return (
    <div className={listScreenStyles.head}>
      <PageHeading>{resource.label.many[language]}</PageHeading>
      {mayCreate && (
        <IconButton
          icon="plus"
          label={list.create(resource.label.one[language])}
          className={listScreenStyles.plus ?? ''}
          onClick={onCreate}
        />
      )}
      {/* It is here before the first answer, so that each answer is said. */}
      <span role="status" className={listScreenStyles.total}>
        {page && list.total(countOf(page))}
      </span>
      {children}
    </div>
  )
}

/** Counting stops where it would no longer help anybody. Isolated left to right, as its plus stands after it. */
const countOf = ({ count, countIsExact }: ListPage) =>
  `\u2066${count.toLocaleString('en')}${countIsExact ? '' : '+'}\u2069`

/** Where the focus may always go in a list: its cell of the arrows, or what searches it. */
const alwaysThere = '[role="grid"] [tabindex="0"], [role="search"] input'

/** Whoever closes a window over the list goes on where it was opened. */
function useFocusReturn(frame: RefObject<HTMLElement | null>, isCovered: boolean) {
  const opener = useRef<HTMLElement>(undefined)
  const wasCovered = useRef(false)

  useEffect(() => {
    const closes = wasCovered.current && !isCovered
    wasCovered.current = isCovered
    if (!closes) return undefined
    // The window still holds the focus while it goes.
    const waiting = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const there = opener.current?.isConnected
        ? opener.current
        : frame.current?.querySelector<HTMLElement>(alwaysThere)
      there?.focus()
    })
    return () => cancelAnimationFrame(waiting)
  }, [frame, isCovered])

  /** Menus and windows are drawn elsewhere, though their events come here too. */
  return ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    if (target instanceof HTMLElement && currentTarget.contains(target)) opener.current = target
  }
}
