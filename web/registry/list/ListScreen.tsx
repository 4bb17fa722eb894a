import { useMediaQuery } from '@mantine/hooks'
import { Children, type FocusEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { cellText } from '#web/fields/cells/cellText.ts'
import { useAbilities, useCan } from '#web/platform/session/session.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Isolated, PageHeading } from '#web/ui/Text.tsx'
import type { CardOptions } from './Cards.tsx'
import type { CustomCells } from './gridColumns.tsx'
import { ListAsCards } from './ListAsCards.tsx'
import { ListAsGrid } from './ListAsGrid.tsx'
import { extraColumns, type ListColumn, listColumns } from './listColumns.ts'
import { type ListPage, useList } from './useList.ts'
import { always, type BulkAction, type RowAction, useStandardActions } from './rowActions.tsx'
import { focusList, useRowChoice } from './ChosenRows.tsx'
import { filtersOf, useListState } from './listUrl.ts'
import { useRecordDialogs } from './useRecordDialogs.tsx'
import { useSearchText } from './useSearchText.ts'
import column from '#web/ui/column.module.css'
import listScreenStyles from './ListScreen.module.css'

type Props = {
  resource: Resource
  /** Row actions besides view, edit, and delete. */
  actions?: readonly RowAction[]
  /** Custom cell renderers, by field name. */
  cells?: CustomCells
  /** Whether the state of a row allows it to be changed. */
  isRowEditable?: (row: Row) => boolean
  /** Whether the state of a row allows it to be deleted. */
  isRowDeletable?: (row: Row) => boolean
  card?: CardOptions
  /** Actions on several rows, which can be chosen if there are any. */
  bulkActions?: readonly BulkAction[]
  /** Fields of the rows that are shown after the columns of the resource. */
  shownFields?: readonly string[]
  /** The name of a row; default: its first column. */
  nameOf?: (row: Row) => string
  /** In the head of the list, and below it. */
  headTools?: ReactNode
  notice?: ReactNode
  /** The dialogs of the screen's own actions. */
  children?: ReactNode
}

/** The list screen of any resource: search, filters, sorting, pages, and editing. */
export function ListScreen(props: Props) {
  const { resource, actions = [], cells = {}, card = {}, children } = props
  const { isRowEditable = always, isRowDeletable = always } = props
  const { columns, shownColumns } = useColumns(resource, props.shownFields ?? [])
  const { state, change } = useListState(resource)
  const nameOf = useNameOf(columns, props)
  const { dialogs, isOpen: isDialogOpen, ...openDialog } = useRecordDialogs(resource, state.filters, nameOf)
  const allActions = useStandardActions(resource, { ...openDialog, isRowEditable, isRowDeletable }, actions)
  const frame = useRef<HTMLDivElement>(null)
  const focusEvents = useFocusReturn(frame, isDialogOpen || Children.toArray(children).length > 0)
  const isNarrow = showsCards(useBreakpoint())
  const text = useSearchText(state.search, (search) => change({ search }, { replace: true }))
  const list = useList(resource, state, text.text, columns)
  const choice = useRowChoice(list.page?.rows, {
    actions: props.bulkActions ?? [],
    resource,
    filters: filtersOf(resource, state.filters),
    search: [list.search, state.columns],
  })
  const view = {
    resource,
    columns: shownColumns,
    state,
    change,
    list,
    text,
    actions: allActions,
    cells,
    card,
    isRowEditable,
    nameOf,
    choice,
  }

  return (
    <div ref={frame} className={classes(column.column, column.wide)} {...focusEvents}>
      <ListHead resource={resource} page={list.page} onCreate={openDialog.create}>
        {props.headTools}
      </ListHead>
      {props.notice}
      {isNarrow ? (
        <ListAsCards {...view} />
      ) : (
        <ListAsGrid {...view} onView={openDialog.view} onPassword={openDialog.onPassword} />
      )}
      {dialogs}
      {children}
    </div>
  )
}

/** The columns that are searched, and those that are shown. */
function useColumns(resource: Resource, shownFields: readonly string[]) {
  const abilities = useAbilities()
  const columns = listColumns(resource, abilities)
  return { columns, shownColumns: [...columns, ...extraColumns(resource, shownFields, abilities)] }
}

function useNameOf(columns: readonly ListColumn[], { card, nameOf }: Pick<Props, 'card' | 'nameOf'>) {
  const language = useLanguage()
  const first = columns.find(({ name }) => name === (card?.header ?? columns[0]?.name))
  return (row: Row) => nameOf?.(row) || (first && cellText(first.field, row[first.name], language)) || `#${row.id}`
}

type ListHeadProps = { resource: Resource; page: ListPage | undefined; onCreate: () => void; children?: ReactNode }

/** The heading, the number of rows, and the create button for users with the permission. */
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
      {children}
      {/* A live region must exist before its first text, or screen readers do not announce it. */}
      <span role="status" className={listScreenStyles.total}>
        {page && <Isolated>{list.total(countOf(page))}</Isolated>}
      </span>
    </div>
  )
}

/** The server stops counting at a limit, shown as "+". */
const countOf = ({ count, countIsExact }: ListPage) => `${count.toLocaleString('en')}${countIsExact ? '' : '+'}`

/**
 * Returns the focus to the element that opened a dialog when it closes; to the list when that is gone, or goes later with its
 * row.
 */
function useFocusReturn(frame: RefObject<HTMLElement | null>, isCovered: boolean) {
  const opener = useRef<HTMLElement>(undefined)
  const wasCoveredBefore = useRef(false)
  const returnFocus = useCallback(() => {
    if (document.activeElement !== document.body) return
    if (opener.current?.isConnected) opener.current.focus()
    else focusList(frame.current)
  }, [frame])

  useEffect(() => {
    const closes = wasCoveredBefore.current && !isCovered
    wasCoveredBefore.current = isCovered
    if (!closes) return undefined
    // The closing dialog still has the focus in this frame.
    const frameRequest = requestAnimationFrame(returnFocus)
    return () => cancelAnimationFrame(frameRequest)
  }, [returnFocus, isCovered])

  useEffect(() => {
    if (!isCovered && opener.current?.isConnected === false) returnFocus()
  })

  return {
    /** React bubbles events of portals (menus, dialogs) to here too: only elements inside the frame count. */
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      if (target instanceof HTMLElement && currentTarget.contains(target)) opener.current = target
    },
    /** A click on an empty place takes the focus away: a row that goes afterwards does not return it. */
    onBlur: ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget !== null || !currentTarget.contains(target)) return
      queueMicrotask(() => {
        if (target.isConnected && document.activeElement === document.body) opener.current = undefined
      })
    },
  }
}

/** The minimum widths of the screen sizes, in pixels. */
const breakpoints = { xs: 0, sm: 320, md: 720, lg: 1024 } as const
type Breakpoint = keyof typeof breakpoints

/** The first render uses the media query already. */
const noInitialEffect = { getInitialValueInEffect: false }

function useBreakpoint(): Breakpoint {
  const isSmall = useMediaQuery(`(min-width: ${breakpoints.sm}px)`, true, noInitialEffect)
  const isMedium = useMediaQuery(`(min-width: ${breakpoints.md}px)`, true, noInitialEffect)
  const isLarge = useMediaQuery(`(min-width: ${breakpoints.lg}px)`, true, noInitialEffect)
  return isLarge ? 'lg' : isMedium ? 'md' : isSmall ? 'sm' : 'xs'
}

/** Below the medium width, lists are shown as cards. */
const showsCards = (breakpoint: Breakpoint) => breakpoint === 'xs' || breakpoint === 'sm'
