import { classes } from '#web/ui/classes.ts'
import type { GridColumn, GridRow } from './gridProps.ts'
import type { Place } from './moveFocus.ts'
import type { Editing } from './useEditing.ts'
import styles from './DataGrid.module.css'

type Props<Row extends GridRow> = {
  rows: readonly Row[]
  columns: readonly GridColumn<Row>[]
  firstRow: number
  /** How many rows of headings stand above. */
  headings: number
  active: Place
  selected: number | undefined
  editing: Editing<Row> | undefined
  /** The edited row is among the rows no more, and held for its editor. */
  isAway: boolean
  onCloseEditor: () => void
}

/** The rows of the page. */
export function GridBody<Row extends GridRow>(props: Props<Row>) {
  const { rows, columns, firstRow, headings, active, selected, editing } = props
  return (
    <div role="rowgroup" className={styles.body}>
      {rows.map((row, index) => (
        <DataGridRow<Row>
          key={row.id}
          row={row}
          columns={columns}
          place={index + headings}
          rowIndex={firstRow + index + headings + 1}
          activeColumn={index === active.row - headings ? active.column : undefined}
          isSelected={row.id === selected}
          editedColumn={editing?.row.id === row.id ? editing.column : undefined}
          isAway={props.isAway && editing?.row.id === row.id}
          onCloseEditor={props.onCloseEditor}
        />
      ))}
    </div>
  )
}

type RowProps<Row extends GridRow> = {
  row: Row
  columns: readonly GridColumn<Row>[]
  /** Its place among the rows of the grid, headings counted; and its number among all rows there are. */
  place: number
  rowIndex: number
  activeColumn: number | undefined
  isSelected: boolean
  editedColumn: string | undefined
  isAway: boolean
  onCloseEditor: () => void
}

function DataGridRow<Row extends GridRow>(props: RowProps<Row>) {
  const { row, columns, place, rowIndex, activeColumn, isSelected, editedColumn, isAway, onCloseEditor } = props
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
