import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useQueryClient } from '@tanstack/react-query'
import type { Row, ListAnswer, SaveAnswer } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Answer } from '#shared/calls/answer.ts'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { useAbilities, useCan } from '#web/platform/session/session.ts'
import { directionOf, useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { DataGrid } from '#web/ui/grid/DataGrid.tsx'
import type { GridHandle } from '#web/ui/grid/gridProps.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { toWireValue } from '#web/registry/form/payload.ts'
import { toFormValue } from '#web/fields/values.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.tsx'
import { choiceColumn, ChosenRows } from './ChosenRows.tsx'
import { fieldsOfOneValue, missingFilters } from './filters.tsx'
import { gridColumns } from './gridColumns.tsx'
import {
  clearSearch,
  FilteredColumns,
  FilterNeeded,
  ListFailed,
  type ListView,
  NoRows,
  OutdatedRows,
} from './listView.tsx'
import { ColumnTools, ListTools } from './ListTools.tsx'
import { type ColumnFilters, useColumnFilters } from './useSearchText.ts'
import { useGridLayout } from './useGridLayout.ts'

type Props = ListView & { onView: (row: Row) => void; onPassword: (row: Row, password: string) => void }

/** The list on a wide screen: a data grid with its tools. */
export function ListAsGrid(props: Props) {
  const { resource, columns, state, change, list } = props
  const strings = useStrings()
  const language = useLanguage()
  const { layout, arrange } = useGridLayout(resource)
  const [selected, select] = useState<number>()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const grid = useRef<GridHandle>(null)
  const columnFilters = useColumnFilters(state.columns, (texts) => change({ columns: texts }, { replace: true }))
  const shownColumns = useGridColumns(props)
  const page = list.page ?? { rows: [], page: 1, count: 0 }
  const isInView = (name: string) => columnFilters.isShown && !layout.hidden.includes(name)
  const unseen = Object.keys(state.columns).filter((name) => !isInView(name))
  return (
    <>
      <ListTools {...props}>
        <ColumnTools
          columns={columns}
          columnFilters={columnFilters}
          layout={layout}
          leftOut={leftOut}
          onLayout={arrange}
          onResize={(column, width) => grid.current?.resizeBy(column, width)}
          onToggle={() => {
            flushSync(columnFilters.toggle)
            grid.current?.focusFilters()
          }}
        />
      </ListTools>
      <FilteredColumns resource={resource} names={unseen} onClear={() => columnFilters.clear(unseen)} />
      <OutdatedRows list={list} />
      <DataGrid
        handle={grid}
        label={resource.label.many[language]}
        columns={shownColumns}
        rows={page.rows}
        firstRow={(page.page - 1) * limits.list.page_size}
        rowCount={page.count}
        layout={layout}
        onLayout={arrange}
        onLeftOut={setLeftOut}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        columnFilters={columnFilters.texts}
        onColumnFilter={columnFilters.setText}
        showsFilters={columnFilters.isShown}
        selected={selected}
        onSelect={select}
        onOpen={props.onView}
        isLoading={list.isFetching}
        isRightToLeft={directionOf(language) === 'rtl'}
        strings={strings.list}
        empty={<EmptyGrid {...props} columnFilters={columnFilters} />}
        footer={<GridPager {...props} />}
      />
      {props.choice && <ChosenRows choice={props.choice} />}
    </>
  )
}

type EmptyProps = ListView & { columnFilters: ColumnFilters }

/** Shown instead of rows: a missing filter, an error, or no results. */
function EmptyGrid({ columnFilters, ...view }: EmptyProps) {
  const { resource, state, list, text, change } = view
  if (list.isWaiting) return <FilterNeeded fields={missingFilters(resource, state.filters)} />
  if (list.failure && !list.page)
    return <ListFailed failure={list.failure} isRetrying={list.isFetching} onRetry={list.retry} />
  if (!list.page) return null
  const clear = () => {
    columnFilters.clear()
    clearSearch({ text, change })
  }
  return <NoRows {...view} onClear={clear} />
}

/** The pager below the rows. */
function GridPager({ list, change }: ListView) {
  const { pager } = useStrings()
  const { page = 1, pages = 1 } = list.page ?? {}
  return <Pager page={page} pages={pages} onPage={(next) => change({ page: next })} strings={pager} />
}

function useGridColumns(props: Props) {
  const {
    resource,
    columns,
    state,
    actions,
    cells,
    isRowEditable,
    nameOf,
    choice,
    list: { page },
  } = props
  const abilities = useAbilities()
  const language = useLanguage()
  const { list } = useStrings()
  const onSave = useInlineSave(resource, props.onPassword)
  const mayUpdate = useCan('update', resource)
  return gridColumns({
    resource,
    columns,
    customCells: cells,
    language,
    mayUpdate,
    abilities,
    isRowEditable,
    onSave,
    yielding: new Set(fieldsOfOneValue(resource, state.filters)),
    actions,
    actionsLabel: list.actions,
    nameOf,
    choice: choice && choiceColumn(choice, { rows: page?.rows ?? [], nameOf, strings: list }),
  })
}

/**
 * Saves one field of a row from its cell. The saved row replaces the cached one, and a toast offers undo, but not of a save
 * that gave a user a new password: the undo would give another one. On a version conflict a toast says so and the list is
 * fetched again; other errors are shown in a toast as well as at the cell.
 */
function useInlineSave(resource: Resource, onPassword: (row: Row, password: string) => void) {
  const client = useQueryClient()
  const { list: strings } = useStrings()

  const send = async (row: Row, name: string, field: Field, value: unknown): Promise<Answer<SaveAnswer>> => {
    const { id, version } = row
    const answer = await callResource(resource, 'partialUpdate', { id, version, [name]: toWireValue(field, value) })
    if (answer.Status === 'success')
      client.setQueriesData<ListAnswer>({ queryKey: [...resourceQueryKey(resource), 'get'] }, (list) =>
        withRow(list, answer.data),
      )
    if (answer.Status === 'success' || answer.code === 'changed-elsewhere')
      void client.invalidateQueries({ queryKey: resourceQueryKey(resource) })
    return answer
  }

  return async (row: Row, name: string, field: Field, value: unknown): Promise<Answer> => {
    const previous = toFormValue(field, row[name])
    const answer = await send(row, name, field, value)
    if (answer.Status === 'error') {
      if (answer.code === 'changed-elsewhere') showToast('caution', strings.changedElsewhere)
      else showAnswer(answer)
      return answer
    }
    const { password } = answer
    if (password !== undefined) {
      onPassword(answer.data, password)
      showToast('good', answer.Message || strings.saved)
      return answer
    }
    const undo = async () => {
      const undone = await send(answer.data, name, field, previous)
      if (undone.Status === 'success') showToast('note', strings.undone)
      else showAnswer(undone)
    }
    showToast('good', answer.Message || strings.saved, { label: strings.undo, run: () => void undo() })
    return answer
  }
}

/** Replaces the row in a cached list, if it is there. */
const withRow = (list: ListAnswer | undefined, row: Row) =>
  list && { ...list, data: list.data.map((one) => (one.id === row.id ? row : one)) }
