import { type CSSProperties, type ReactNode, useId, useMemo, useRef } from 'react'
import { Unseen } from '#web/ui/Text.tsx'
import type { GridRow } from './columns.ts'
import { GridBody } from './GridBody.tsx'
import { GridFilters } from './GridFilters.tsx'
import { GridHead } from './GridHead.tsx'
import type { GridProps } from './gridProps.ts'
import { GridVeil } from './GridVeil.tsx'
import { heldRows } from './heldRows.ts'
import { scrollFor } from './inSight.ts'
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
  const { label, firstRow = 0, rowCount = props.rows.length, layout, selected, isLoading, isRightToLeft, words } = props
  const scroller = useRef<HTMLDivElement>(null)
  const keysId = useId()

  const { editing, edit, close } = useEditing<Row>(scroller)
  const { rows, isAway } = useMemo(() => heldRows(props.rows, editing), [props.rows, editing])
  const { shown, resize, fitAgain } = useTableColumns(props.columns, layout, props.onLayout)
  const widths = useColumnWidths(scroller, shown, layout.widths)
  const headings = props.showsFilters ? 2 : 1
  const headings_px = headings * heading_px
  const bringIntoSight = (row: number) => scrollToRow(scroller.current, row, headings_px)
  const extent = { rows: rows.length + headings, columns: shown.length, page: pageStep, isRightToLeft }
  const focus = useGridFocus(scroller, extent, { scrollTo: (row) => bringIntoSight(row - headings) })
  const { active } = focus
  useReselection(rows, selected, bringIntoSight)

  const keys = useGridKeys({ ...props, rows }, { shown, headings, focus, editing, onEdit: edit })
  const template = shown.map(({ id }) => `${widths[id] ?? 0}px`).join(' ')

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        role="grid"
        className={styles.scroller}
        style={variables({ '--columns': template, '--headings': `${headings_px}px` })}
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
          headings_px={headings_px}
          active={active}
          selected={selected}
          editing={editing}
          isAway={isAway}
          onCloseEditor={close}
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

function scrollToRow(box: HTMLElement | null, row: number, headings_px: number) {
  if (box) box.scrollTop = scrollFor(Math.max(0, row), box.scrollTop, box.clientHeight - headings_px)
}
