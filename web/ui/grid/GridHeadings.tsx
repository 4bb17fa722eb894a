import type { GridRow } from './columns.ts'
import { GridFilters } from './GridFilters.tsx'
import { GridHead } from './GridHead.tsx'
import type { GridProps } from './gridProps.ts'
import type { Grid } from './useGrid.ts'
import styles from './DataGrid.module.css'

type Props<Row extends GridRow> = GridProps<Row> & { grid: Grid<Row> }

/** What stands above the rows: the headings of the columns, and under them the fields that search single ones. */
export function GridHeadings<Row extends GridRow>({ grid, ...props }: Props<Row>) {
  const { shown, headings, focus } = grid
  const { active } = focus
  return (
    <div role="rowgroup" className={styles.headings}>
      <GridHead<Row>
        columns={shown}
        activeColumn={active.row === 0 ? active.column : undefined}
        sort={props.sort}
        onSort={props.onSort}
        widthOf={grid.widthOf}
        onResize={grid.resize}
        onFitAgain={grid.fitAgain}
        isRightToLeft={props.isRightToLeft}
      />
      {props.showsFilters && (
        <GridFilters<Row>
          columns={shown}
          activeColumn={active.row === 1 ? active.column : undefined}
          texts={props.columnFilters}
          onText={props.onColumnFilter}
          label={props.words.filterIn}
          onLeave={(to) => focus.goTo(to === 'cell' ? active : { ...active, row: headings })}
        />
      )}
    </div>
  )
}
