import { classes } from '#web/ui/classes.ts'
import type { GridColumn, GridRow } from './gridProps.ts'
import type { CellPosition } from './useGridFocus.ts'
import type { Editing } from './useGrid.ts'
import styles from './DataGrid.module.css'

type Props<Row extends GridRow> = {
  rows: readonly Row[]
  columns: readonly GridColumn<Row>[]
  firstRow: number
  /** The number of header rows above. */
  headerRows: number
  active: CellPosition
  selected: number | undefined
  editing: Editing<Row> | undefined
  /** The edited row is no longer among the rows, and pinned for its editor. */
  isRowAway: boolean
  onCloseEditor: () => void
}

/** The rows of the page. */
export function GridBody<Row extends GridRow>(props: Props<Row>) {
  const { rows, columns, firstRow, headerRows, active, selected, editing } = props
  return (
    <div role="rowgroup" className={styles.body}>
      {rows.map((row, index) => (
        <DataGridRow<Row>
          key={row.id}
          row={row}
          columns={columns}
          gridRow={index + headerRows}
          rowIndex={firstRow + index + headerRows + 1}
          activeColumn={index === active.row - headerRows ? active.column : undefined}
          isSelected={row.id === selected}
          editedColumn={editing?.row.id === row.id ? editing.column : undefined}
          isRowAway={props.isRowAway && editing?.row.id === row.id}
          onCloseEditor={props.onCloseEditor}
        />
      ))}
    </div>
  )
}

type DataGridRowProps<Row extends GridRow> = {
  row: Row
  columns: readonly GridColumn<Row>[]
  /** `gridRow`: its index in the grid including header rows; `rowIndex`: its 1-based number among all rows. */
  gridRow: number
  rowIndex: number
  activeColumn: number | undefined
  isSelected: boolean
  editedColumn: string | undefined
  isRowAway: boolean
  onCloseEditor: () => void
}

function DataGridRow<Row extends GridRow>(props: DataGridRowProps<Row>) {
  const { row, columns, gridRow, rowIndex, activeColumn, isSelected, editedColumn, isRowAway, onCloseEditor } = props
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      data-row={row.id}
      className={classes(styles.line, isSelected && styles.selected, editedColumn !== undefined && styles.editedLine)}
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
            data-cell={`${gridRow}:${index}`}
            data-column={column.id}
            data-holds-button={column.holdsButton ? '' : undefined}
            className={classes(
              styles.cell,
              column.fixed && styles[column.fixed],
              isEdited && styles.edited,
              column.edit?.mayEdit(row) && styles.editable,
            )}
          >
            {isEdited && column.edit ? column.edit.editor(row, onCloseEditor, isRowAway) : column.cell(row, tabIndex)}
          </div>
        )
      })}
    </div>
  )
}
