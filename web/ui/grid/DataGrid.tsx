import { type CSSProperties, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Unseen } from '#web/ui/Text.tsx'
import { GridBody } from './GridBody.tsx'
import { GridFilters } from './GridFilters.tsx'
import { GridHead } from './GridHead.tsx'
import type { GridProps, GridRow } from './gridProps.ts'
import { type Grid, useGrid } from './useGrid.ts'
import { useGridKeys } from './useGridKeys.ts'
import styles from './DataGrid.module.css'

type Props<Row extends GridRow> = GridProps<Row> & {
  /** In the place of the rows, when there are none. */
  empty?: ReactNode
  footer?: ReactNode
}

/**
 * A grid of rows that are sorted, searched and edited in their place. One stop of the Tab key; the arrows, Home, End, Page
 * Up and Page Down lead on, Enter edits, Escape leaves, Space selects.
 */
export function DataGrid<Row extends GridRow>(props: Props<Row>) {
  const { isLoading, words, empty, footer } = props
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useGrid(scroller, props)
  return (
    <div className={styles.frame}>
      <ScrolledGrid<Row> {...props} ref={scroller} grid={grid} />
      {grid.rows.length === 0 && !isLoading && <div className={styles.empty}>{empty}</div>}
      <GridLoadingOverlay isLoading={isLoading} label={words.loading} />
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </div>
  )
}

type ScrolledProps<Row extends GridRow> = GridProps<Row> & { ref: Ref<HTMLDivElement>; grid: Grid<Row> }

/** The headings and the rows that are scrolled under them, and how they are used by keyboard, read out with them. */
function ScrolledGrid<Row extends GridRow>({ ref, grid, ...props }: ScrolledProps<Row>) {
  const { firstRow = 0, rowCount = props.rows.length } = props
  const { shown, headings, headings_px } = grid
  const keysId = useId()
  const keys = useGridKeys(props, grid)
  const template = shown.map((column) => `${grid.widthOf(column)}px`).join(' ')
  return (
    <>
      <div
        ref={ref}
        role="grid"
        className={styles.scroller}
        style={variables({
          '--columns': template,
          '--headings': `${headings_px}px`,
          '--row': `${limits.list.row_height_px}px`,
        })}
        aria-label={props.label}
        aria-describedby={keysId}
        aria-rowcount={rowCount + headings}
        aria-colcount={shown.length}
        aria-busy={props.isLoading}
        {...keys}
      >
        <GridHeadings<Row> {...props} grid={grid} />
        <GridBody<Row>
          rows={grid.rows}
          columns={shown}
          firstRow={firstRow}
          headings={headings}
          active={grid.focus.active}
          selected={props.selected}
          editing={grid.editing}
          isAway={grid.isAway}
          onCloseEditor={grid.close}
        />
      </div>
      <Unseen>
        <span id={keysId}>{props.words.keys}</span>
      </Unseen>
    </>
  )
}

/** Measures that the style sheet reads; React's type of a style knows no properties of our own. */
const variables = (values: Record<`--${string}`, string>) => values as CSSProperties

type GridHeadingsProps<Row extends GridRow> = GridProps<Row> & { grid: Grid<Row> }

/** What stands above the rows: the headings of the columns, and under them the fields that search single ones. */
function GridHeadings<Row extends GridRow>({ grid, ...props }: GridHeadingsProps<Row>) {
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

/** Lies over the rows while others are on their way, and a moment longer, so that it never flickers. */
function GridLoadingOverlay({ isLoading, label }: { isLoading: boolean; label: string }) {
  const [isShown, setShown] = useState(isLoading)
  if (isLoading && !isShown) setShown(true)

  useEffect(() => {
    if (isLoading || !isShown) return undefined
    const timer = setTimeout(() => setShown(false), limits.list.overlay_ms)
    return () => clearTimeout(timer)
  }, [isLoading, isShown])

  return isShown ? (
    <div className={styles.veil}>
      <Spinner label={label} />
    </div>
  ) : null
}
