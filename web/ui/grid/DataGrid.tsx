import { type CSSProperties, type ReactNode, useId, useRef } from 'react'
import { Unseen } from '#web/ui/Text.tsx'
import type { GridRow } from './columns.ts'
import { GridBody } from './GridBody.tsx'
import { GridFilters } from './GridFilters.tsx'
import { GridHead } from './GridHead.tsx'
import type { GridProps } from './gridProps.ts'
import { GridVeil } from './GridVeil.tsx'
import { useColumnWidths } from './useColumnWidths.ts'
import { useEditing } from './useEditing.ts'
import { useGridFocus } from './useGridFocus.ts'
import { useGridKeys } from './useGridKeys.ts'
import { useReselection } from './useReselection.ts'
import { useTableColumns } from './useTableColumns.ts'
import styles from './DataGrid.module.css'

type Props<Row extends GridRow> = GridProps<Row> & {
  /** In the place of the rows, when there are none. */
  empty?: ReactNode
  footer?: ReactNode
}

const heading_px = 48
/** Rows that Page Up and Page Down pass. */
const pageStep = 10

/**
 * A grid of rows that are sorted, searched and edited in their place. One stop of the Tab key; the arrows, Home, End, Page
 * Up and Page Down lead on, Enter edits, Escape leaves, Space selects.
 */
export function DataGrid<Row extends GridRow>(props: Props<Row>) {
  const { label, rows, firstRow = 0, rowCount = rows.length, layout, selected, isLoading, isRightToLeft, words } = props
  const scroller = useRef<HTMLDivElement>(null)
  const bringIntoSight = useRef<(row: number) => void>(() => undefined)
  const keysId = useId()

  const { shown, resize, fitAgain } = useTableColumns(props.columns, layout, props.onLayout)
  const widths = useColumnWidths(scroller, shown, layout.widths)
  const headings = props.showsFilters ? 2 : 1
  const extent = { rows: rows.length + headings, columns: shown.length, page: pageStep, isRightToLeft }
  const focus = useGridFocus(scroller, extent, { scrollTo: (row) => bringIntoSight.current(row - headings) })
  const { active } = focus
  useReselection(rows, selected, bringIntoSight)

  const { editing, edit, close } = useEditing(scroller)
  const keys = useGridKeys(props, { shown, headings, focus, editing, onEdit: edit })
  const template = shown.map(({ id }) => `${widths[id] ?? 0}px`).join(' ')

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="grid"
        className={styles.scroller}
        style={variables({ '--columns': template, '--headings': `${headings * heading_px}px` })}
        aria-label={label}
        aria-describedby={keysId}
        aria-rowcount={rowCount + headings}
        aria-colcount={shown.length}
        aria-busy={isLoading}
        {...keys}
      >
        <div role="rowgroup" className={styles.headings}>
          <GridHead<Row>
            columns={shown}
            activeColumn={active.row === 0 ? active.column : undefined}
            sort={props.sort}
            onSort={props.onSort}
            widthOf={({ id }) => widths[id] ?? 0}
            onResize={resize}
            onFitAgain={fitAgain}
            isRightToLeft={isRightToLeft}
          />
          {props.showsFilters && (
            <GridFilters<Row>
              columns={shown}
              activeColumn={active.row === 1 ? active.column : undefined}
              texts={props.columnFilters}
              onText={props.onColumnFilter}
              label={words.filterIn}
              onLeave={(to) => focus.goTo(to === 'cell' ? active : { ...active, row: headings })}
            />
          )}
        </div>
        <GridBody<Row>
          rows={rows}
          columns={shown}
          firstRow={firstRow}
          headings={headings}
          headings_px={headings * heading_px}
          active={active}
          selected={selected}
          editing={editing}
          onCloseEditor={close}
          scroller={scroller}
          bringIntoSight={bringIntoSight}
        />
      </div>
      <Unseen>
        <span id={keysId}>{words.keys}</span>
      </Unseen>
      {rows.length === 0 && !isLoading && <div className={styles.empty}>{props.empty}</div>}
      <GridVeil isLoading={isLoading} label={words.loading} />
      {props.footer !== undefined && <div className={styles.footer}>{props.footer}</div>}
    </div>
  )
}

/** Measures that the style sheet reads; React's type of a style knows no properties of our own. */
const variables = (values: Record<`--${string}`, string>) => values as CSSProperties
