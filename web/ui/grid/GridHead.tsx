import type { KeyboardEvent, PointerEvent } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icons.tsx'
import { type GridColumn, type GridRow, nextSorting, type Sorting, widthLimits } from './gridProps.ts'
import styles from './DataGrid.module.css'

type Props<Row extends GridRow> = {
  columns: readonly GridColumn<Row>[]
  /** The column in this row that the Tab key reaches, if it is here. */
  activeColumn: number | undefined
  sort: Sorting | undefined
  onSort: (sort: Sorting | undefined) => void
  widthOf: (column: GridColumn<Row>) => number
  onResize: (column: GridColumn<Row>, width: number) => void
  onFitAgain: (column: GridColumn<Row>) => void
  isRightToLeft: boolean
}

/** The headings of the columns: pressed they sort, dragged at their end they change the width. */
export function GridHead<Row extends GridRow>({ columns, ...props }: Props<Row>) {
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      {columns.map((column, index) => (
        <Heading<Row> key={column.id} {...props} column={column} index={index} />
      ))}
    </div>
  )
}

type HeadingProps<Row extends GridRow> = Omit<Props<Row>, 'columns'> & { column: GridColumn<Row>; index: number }

function Heading<Row extends GridRow>({ column, index, activeColumn, sort, ...props }: HeadingProps<Row>) {
  const { onSort, widthOf, onResize, onFitAgain, isRightToLeft } = props
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sortedAs(sort, column)}
      tabIndex={activeColumn === index ? 0 : -1}
      data-place={`0:${index}`}
      className={classes(styles.heading, column.sorts && styles.sorts, column.fixed && styles.fixed)}
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
      <span className={styles.headingText} title={column.label}>
        {column.label}
      </span>
      {sort?.by === column.id && <Icon name={sort.descending ? 'down' : 'up'} size={16} />}
      {!column.fixed && (
        <ResizeHandle
          isRightToLeft={isRightToLeft}
          width={() => widthOf(column)}
          onResize={(width) => onResize(column, width)}
          onFitAgain={() => onFitAgain(column)}
        />
      )}
    </div>
  )
}

/** With Shift, the arrow along the line of reading widens the column and the other narrows it. */
function widthStep({ key, shiftKey }: KeyboardEvent, isRightToLeft: boolean) {
  if (!shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return 0
  return (key === 'ArrowLeft') === isRightToLeft ? widthLimits.step : -widthLimits.step
}

function sortedAs<Row extends GridRow>(sort: Sorting | undefined, { id, sorts }: GridColumn<Row>) {
  if (!sorts) return undefined
  if (sort?.by !== id) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}

type ResizeHandleProps = {
  isRightToLeft: boolean
  width: () => number
  onResize: (width: number) => void
  onFitAgain: () => void
}

/** The end of a heading: dragged it widens the column, pressed twice it gives the width back. By keyboard the heading does. */
function ResizeHandle({ isRightToLeft, width, onResize, onFitAgain }: ResizeHandleProps) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    const handle = event.currentTarget
    const { clientX: from, pointerId } = event
    const before = width()
    handle.setPointerCapture(pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => {
      onResize(before + (isRightToLeft ? from - clientX : clientX - from))
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }
  return (
    <span
      aria-hidden="true"
      data-resize=""
      className={styles.resize}
      onPointerDown={begin}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={onFitAgain}
    />
  )
}
