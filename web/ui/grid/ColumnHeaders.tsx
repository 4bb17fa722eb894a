import type { KeyboardEvent, PointerEvent } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { type GridColumn, type GridRow, nextSorting, type Sorting, widthLimits } from './gridProps.ts'
import styles from './DataGrid.module.css'

type ColumnHeadersProps<Row extends GridRow> = {
  columns: readonly GridColumn<Row>[]
  /** The column that is the tab stop, if it is in this row. */
  activeColumn: number | undefined
  sort: Sorting | undefined
  onSort: (sort: Sorting | undefined) => void
  widthOf: (column: GridColumn<Row>) => number
  onResize: (column: GridColumn<Row>, width: number) => void
  onResetWidth: (column: GridColumn<Row>) => void
  isRightToLeft: boolean
}

/** The column headers: a click sorts, dragging the end resizes. */
export function ColumnHeaders<Row extends GridRow>({ columns, ...props }: ColumnHeadersProps<Row>) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      {columns.map((column, index) => (
        <ColumnHeader<Row> key={column.id} {...props} column={column} index={index} />
      ))}
    </div>
  )
}

type ColumnHeaderProps<Row extends GridRow> = Omit<ColumnHeadersProps<Row>, 'columns'> & {
  column: GridColumn<Row>
  index: number
}

function ColumnHeader<Row extends GridRow>({ column, index, activeColumn, sort, ...props }: ColumnHeaderProps<Row>) {
  const { onSort, widthOf, onResize, onResetWidth, isRightToLeft } = props
  const tabIndex = activeColumn === index ? 0 : -1
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={ariaSortOf(sort, column)}
      tabIndex={column.heading ? undefined : tabIndex}
      data-cell={`0:${index}`}
      data-holds-button={column.heading ? '' : undefined}
      className={classes(styles.heading, column.sorts && styles.sorts, column.fixed && styles[column.fixed])}
      onClick={() => {
        if (column.sorts) onSort(nextSorting(sort, column.id))
      }}
      onKeyDown={(event) => {
        const step = widthStep(event, isRightToLeft)
        if (step === 0 || column.fixed) return
        event.preventDefault()
        event.stopPropagation()
        onResize(column, widthOf(column) + step)
      }}
    >
      {column.heading?.(tabIndex) ?? (
        <span className={styles.headingText} title={column.label}>
          {column.label}
        </span>
      )}
      {sort?.by === column.id && <Icon name={sort.descending ? 'down' : 'up'} size={16} />}
      {!column.fixed && (
        <ResizeHandle
          isRightToLeft={isRightToLeft}
          width={() => widthOf(column)}
          onResize={(width) => onResize(column, width)}
          onResetWidth={() => onResetWidth(column)}
        />
      )}
    </div>
  )
}

/** Shift+arrow along the reading direction widens the column, against it narrows. */
function widthStep({ key, shiftKey }: KeyboardEvent, isRightToLeft: boolean) {
  if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return 0
  return (key === 'ArrowLeft') === isRightToLeft ? widthLimits.step : -widthLimits.step
}

function ariaSortOf<Row extends GridRow>(sort: Sorting | undefined, { id, sorts }: GridColumn<Row>) {
  if (!sorts) return undefined
  if (sort?.by !== id) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}

type ResizeHandleProps = {
  isRightToLeft: boolean
  width: () => number
  onResize: (width: number) => void
  onResetWidth: () => void
}

/** The resize handle: dragging resizes, a double click resets the width. By keyboard, the header itself resizes. */
function ResizeHandle({ isRightToLeft, width, onResize, onResetWidth }: ResizeHandleProps) {
  const startResize = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    const handle = event.currentTarget
    const { clientX: from, pointerId } = event
    const startWidth = width()
    handle.setPointerCapture(pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => {
      onResize(startWidth + (isRightToLeft ? from - clientX : clientX - from))
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  return (
    <span
      aria-hidden="true"
      data-resize=""
      className={styles.resize}
      onPointerDown={startResize}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={onResetWidth}
    />
  )
}

type Props<Row extends GridRow> = {
  columns: readonly GridColumn<Row>[]
  activeColumn: number | undefined
  texts: Readonly<Record<string, string>>
  onText: (column: string, text: string) => void
  label: (column: string) => string
  /** Leaves the input: back to its cell, or to the rows below. */
  onLeave: (to: 'cell' | 'below') => void
}

/** The column filters. Enter on a cell focuses its input; Escape, which clears it, and Enter leave it. */
export function GridFilters<Row extends GridRow>(props: Props<Row>) {
  const { columns, activeColumn, texts, onText, label, onLeave } = props
  return (
    <div role="row" aria-rowindex={2} className={styles.filters}>
      {columns.map((column, index) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={index + 1}
          tabIndex={activeColumn === index ? 0 : -1}
          data-cell={`1:${index}`}
          className={classes(styles.filterCell, column.fixed && styles[column.fixed])}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.target !== event.currentTarget) return
            event.stopPropagation()
            event.currentTarget.querySelector('input')?.focus()
          }}
        >
          {column.filters && (
            <input
              {...column.filterAttributes}
              className={styles.filter}
              tabIndex={-1}
              type="search"
              inputMode="search"
              enterKeyHint="search"
              dir="auto"
              maxLength={200}
              value={texts[column.id] ?? ''}
              aria-label={label(column.label)}
              onChange={(event) => onText(column.id, event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') onText(column.id, '')
                leave(event, onLeave)
              }}
            />
          )}
        </div>
      ))}
    </div>
  )
}

function leave(event: KeyboardEvent, onLeave: (to: 'cell' | 'below') => void) {
  event.stopPropagation()
  if (event.key === 'Escape' || event.key === 'Enter') onLeave('cell')
  else if (event.key === 'ArrowDown') onLeave('below')
  else return
  event.preventDefault()
}
