import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { limits } from '#shared/limits.ts'
import type { GridColumn, GridRow } from './columns.ts'
import { GridLine } from './GridLine.tsx'
import type { Place } from './moveFocus.ts'
import styles from './DataGrid.module.css'

/** Of a cell: a row and a column by their ids. */
export type CellId = { row: number; column: string }

type Props<Row extends GridRow> = {
  rows: readonly Row[]
  columns: readonly GridColumn<Row>[]
  firstRow: number
  /** How many rows of headings stand above, and how high those are in pixels. */
  headings: number
  headings_px: number
  active: Place
  selected: number | undefined
  editing: CellId | undefined
  onCloseEditor: () => void
  scroller: RefObject<HTMLDivElement | null>
  /** Where the grid finds the way to bring a row into sight. */
  bringIntoSight: RefObject<(row: number) => void>
}

/** The rows in sight, and the one that has the focus; the others are room. */
export function GridBody<Row extends GridRow>(props: Props<Row>) {
  const { rows, columns, firstRow, headings, headings_px, active, selected, editing, scroller, bringIntoSight } = props
  const activeIndex = active.row - headings
  // eslint-disable-next-line react-hooks/incompatible-library -- the rows in sight are asked for at every drawing
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => limits.list.row_height_px,
    overscan: 3,
    scrollPaddingEnd: headings_px,
    rangeExtractor: (range) => withActive(defaultRangeExtractor(range), activeIndex, rows.length),
  })

  useEffect(() => {
    bringIntoSight.current = (index) => virtual.scrollToIndex(Math.max(0, index))
  }, [bringIntoSight, virtual])

  return (
    <div role="rowgroup" className={styles.body} style={{ blockSize: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index]
        if (!row) return null
        return (
          <GridLine<Row>
            key={row.id}
            row={row}
            columns={columns}
            place={index + headings}
            rowIndex={firstRow + index + headings + 1}
            start={start}
            activeColumn={index === activeIndex ? active.column : undefined}
            isSelected={row.id === selected}
            editedColumn={editing?.row === row.id ? editing.column : undefined}
            onCloseEditor={props.onCloseEditor}
          />
        )
      })}
    </div>
  )
}

/** The row with the focus stays drawn, wherever the others are scrolled to. */
export function withActive(indexes: number[], active: number, count: number) {
  if (active < 0 || active >= count || indexes.includes(active)) return indexes
  return [...indexes, active].sort((one, other) => one - other)
}
