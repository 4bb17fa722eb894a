import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { limits } from '#shared/limits.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { GridBody } from './GridBody.tsx'
import { GridFilters, ColumnHeaders } from './ColumnHeaders.tsx'
import type { GridProps, GridRow } from './gridProps.ts'
import { type Grid, useGrid } from './useGrid.ts'
import { useGridKeys } from './useGridKeys.ts'
import styles from './DataGrid.module.css'

type Props<Row extends GridRow> = GridProps<Row> & {
  /** Shown instead of rows if there are none. */
  empty?: ReactNode
  footer?: ReactNode
}

/**
 * A data grid with sorting, column filters, and cell editing. It has one tab stop; the arrow keys, Home, End, Page Up, and
 * Page Down move the focus, Enter edits, Escape cancels, Space selects.
 */
export function DataGrid<Row extends GridRow>(props: Props<Row>) {
  const { handle, isLoading, strings, empty, footer } = props
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useGrid(scroller, props)
  useImperativeHandle(handle, () => ({
    resizeBy: (id, width) => {
      const column = grid.visibleColumns.find((one) => one.id === id)
      if (column) grid.resize(column, grid.widthOf(column) + width)
    },
    focusFilters: () => scroller.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
  }))
  return (
    <div className={styles.frame}>
      <ScrolledGrid<Row> {...props} ref={scroller} grid={grid} />
      {grid.rows.length === 0 && !isLoading && <div className={styles.empty}>{empty}</div>}
      <GridLoadingOverlay isLoading={isLoading} label={strings.loading} />
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </div>
  )
}

type ScrolledGridProps<Row extends GridRow> = GridProps<Row> & { ref: Ref<HTMLDivElement>; grid: Grid<Row> }

/** The scrolled header and rows, with keyboard instructions for screen readers. */
function ScrolledGrid<Row extends GridRow>({ ref, grid, ...props }: ScrolledGridProps<Row>) {
  const { firstRow = 0, rowCount = props.rows.length } = props
  const { visibleColumns, headerRows, header_px } = grid
  const keysId = useId()
  const keys = useGridKeys(props, grid)
  const template = visibleColumns.map((column) => `${grid.widthOf(column)}px`).join(' ')
  return (
    <>
      <div
        ref={ref}
        role="grid"
        className={styles.scroller}
        style={cssVariables({
          '--columns': template,
          '--fixed-start': `${fixedWidth(grid, 'start')}px`,
          '--fixed-end': `${fixedWidth(grid, 'end')}px`,
          '--header-height': `${header_px}px`,
          '--row': `${limits.list.row_height_px}px`,
        })}
        aria-label={props.label}
        aria-describedby={keysId}
        aria-rowcount={rowCount + headerRows}
        aria-colcount={visibleColumns.length}
        aria-busy={props.isLoading}
        {...keys}
      >
        <GridHeader<Row> {...props} grid={grid} />
        <GridBody<Row>
          rows={grid.rows}
          columns={visibleColumns}
          firstRow={firstRow}
          headerRows={headerRows}
          active={grid.focus.active}
          selected={props.selected}
          editing={grid.editing}
          isRowAway={grid.isRowAway}
          onCloseEditor={grid.close}
        />
      </div>
      <VisuallyHidden>
        <span id={keysId}>{props.strings.keys}</span>
      </VisuallyHidden>
    </>
  )
}

/** The width of the columns that stay in view at an end of the rows. */
const fixedWidth = <Row extends GridRow>({ visibleColumns, widthOf }: Grid<Row>, end: 'start' | 'end') =>
  visibleColumns.filter(({ fixed }) => fixed === end).reduce((sum, column) => sum + widthOf(column), 0)

/** CSS variables as a style; React's type does not include custom properties. */
const cssVariables = (values: Record<`--${string}`, string>) => values as CSSProperties

type GridHeaderProps<Row extends GridRow> = GridProps<Row> & { grid: Grid<Row> }

/** The header: column titles and, below, the column filters. */
function GridHeader<Row extends GridRow>({ grid, ...props }: GridHeaderProps<Row>) {
  const { visibleColumns, headerRows, focus } = grid
  const { active } = focus
  return (
    <div role="rowgroup" className={styles.headings}>
      <ColumnHeaders<Row>
        columns={visibleColumns}
        activeColumn={active.row === 0 ? active.column : undefined}
        sort={props.sort}
        onSort={props.onSort}
        widthOf={grid.widthOf}
        onResize={grid.resize}
        onResetWidth={grid.resetWidth}
        isRightToLeft={props.isRightToLeft}
      />
      {props.showsFilters && (
        <GridFilters<Row>
          columns={visibleColumns}
          activeColumn={active.row === 1 ? active.column : undefined}
          texts={props.columnFilters}
          onText={props.onColumnFilter}
          label={props.strings.filterIn}
          onLeave={(to) => focus.goTo(to === 'cell' ? active : { ...active, row: headerRows })}
        />
      )}
    </div>
  )
}

/** Covers the rows while loading, for a minimum time to avoid flicker. */
function GridLoadingOverlay({ isLoading, label }: { isLoading: boolean; label: string }) {
  const [isShown, setShown] = useState(isLoading)
  if (isLoading && !isShown) setShown(true)

  useEffect(() => {
    if (isLoading || !isShown) return undefined
    const timer = setTimeout(() => setShown(false), limits.list.overlay_ms)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])

  return isShown ? (
    <div className={styles.overlay}>
      <Spinner label={label} />
    </div>
  ) : null
}
