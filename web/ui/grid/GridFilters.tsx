import type { KeyboardEvent } from 'react'
import { classes } from '#web/ui/classes.ts'
import type { GridColumn, GridRow } from './gridProps.ts'
import styles from './DataGrid.module.css'

type Props<Row extends GridRow> = {
  columns: readonly GridColumn<Row>[]
  activeColumn: number | undefined
  texts: Readonly<Record<string, string>>
  onText: (column: string, text: string) => void
  label: (column: string) => string
  /** Leaves the input: back to its cell, or to the rows below. */
  onLeave: (to: 'cell' | 'below') => void
}

/** The column filters. Enter on a cell focuses its input; Escape and Enter leave it. */
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
              onKeyDown={(event) => leave(event, onLeave)}
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
