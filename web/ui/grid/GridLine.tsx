import { memo } from 'react'
import { classes } from '#web/ui/classes.ts'
import type { GridColumn, GridRow } from './columns.ts'
import styles from './DataGrid.module.css'

type Props<Row extends GridRow> = {
  row: Row
  columns: readonly GridColumn<Row>[]
  /** Its place among the rows of the grid, headings counted; and its number among all rows there are. */
  place: number
  rowIndex: number
  /** How far from the top of the rows it stands, in pixels. */
  start: number
  activeColumn: number | undefined
  isSelected: boolean
  editedColumn: string | undefined
  /** It is held for its editor alone. */
  isAway: boolean
  onCloseEditor: () => void
}

function Line<Row extends GridRow>(props: Props<Row>) {
  const { row, columns, place, rowIndex, start, activeColumn, isSelected, editedColumn, isAway, onCloseEditor } = props
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      data-row={row.id}
      className={classes(styles.line, isSelected && styles.selected, editedColumn !== undefined && styles.editedLine)}
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map((column, index) => {
        const isEdited = editedColumn === column.id
        const tabIndex = activeColumn === index ? 0 : -1
        return (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={index + 1}
            aria-readonly={column.edit?.mayEdit(row) ? undefined : true}
            tabIndex={column.holdsButton ? undefined : tabIndex}
            data-place={`${place}:${index}`}
            data-column={column.id}
            data-holds-button={column.holdsButton ? '' : undefined}
            className={classes(
              styles.cell,
              column.fixed && styles.fixed,
              isEdited && styles.edited,
              column.edit?.mayEdit(row) && styles.editable,
            )}
          >
            {isEdited && column.edit ? column.edit.editor(row, onCloseEditor, isAway) : column.cell(row, tabIndex)}
          </div>
        )
      })}
    </div>
  )
}

/** A row that did not change is not drawn anew while others scroll past it: measured with a hundred thousand rows. */
export const GridLine = memo(Line) as typeof Line
