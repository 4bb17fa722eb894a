import { useRef } from 'react'
import { limits } from '#shared/limits.ts'
import type { GridColumn, GridRow } from './columns.ts'
import { GridLine } from './GridLine.tsx'
import { drawnRows } from './inSight.ts'
import type { Place } from './moveFocus.ts'
import type { Editing } from './useEditing.ts'
import { useRowsInSight } from './useRowsInSight.ts'
import styles from './DataGrid.module.css'

type Props<Row extends GridRow> = {
  rows: readonly Row[]
  columns: readonly GridColumn<Row>[]
  firstRow: number
  /** How many rows of headings stand above, and how high those are in pixels. */
  headings: number
  headings_px: number
  active: Place
  selected: number | undefined
  editing: Editing<Row> | undefined
  /** The edited row is among the rows no more, and held for its editor. */
  isAway: boolean
  onCloseEditor: () => void
}

/** The rows in sight, and the one that has the focus; the others are room. */
export function GridBody<Row extends GridRow>(props: Props<Row>) {
  const { rows, columns, firstRow, headings, headings_px, active, selected, editing } = props
  const activeIndex = active.row - headings
  const body = useRef<HTMLDivElement>(null)
  const inSight = useRowsInSight(body, headings_px)
  return (
    <div
      ref={body}
      role="rowgroup"
      className={styles.body}
      style={{ blockSize: rows.length * limits.list.row_height_px }}
    >
      {(inSight ? drawnRows(inSight, rows.length, activeIndex) : []).map((index) => {
        const row = rows[index]
        if (!row) return null
        return (
          <GridLine<Row>
            key={row.id}
            row={row}
            columns={columns}
            place={index + headings}
            rowIndex={firstRow + index + headings + 1}
            start={index * limits.list.row_height_px}
            activeColumn={index === activeIndex ? active.column : undefined}
            isSelected={row.id === selected}
            editedColumn={editing?.row.id === row.id ? editing.column : undefined}
            isAway={props.isAway && editing?.row.id === row.id}
            onCloseEditor={props.onCloseEditor}
          />
        )
      })}
    </div>
  )
}
