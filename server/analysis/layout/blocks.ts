import {
  type Columns,
  continueColumns,
  findColumns,
  type PageContext,
  segmentsOf,
  sidesOf,
  withoutEdges,
} from './columns.ts'
import { type HorizontalRule, isRuled } from './rules.ts'
import { extentOf, overlap, rowFrom, type Segment, segment, type SplitRow } from './segments.ts'
import { type Spacing, splitUnits } from './spacing.ts'
import type { PlacedRow, Row } from './unit.ts'

type Part = { kind: 'text' | 'columns' | 'table'; rows: SplitRow[]; gutter: number }

/**
 * Puts the rows of a page into reading order: columns from the right, tables row by row and cell by cell. Gives the last
 * columns too, for the page after.
 */
export function arrangeRows(
  rows: readonly Row[],
  spacing: Spacing,
  context: PageContext,
): { placed: PlacedRow[]; columns: Columns | null } {
  const gutter = Math.max(fineGap, spacing.words * gutterOfWords)
  const split = (row: Row) => ({ row, segments: splitRow(row, spacing), fine: splitRow(row, spacing, gutter) })
  const placed: PlacedRow[] = []
  let block = 0
  let columns: Columns | null = null
  const place = (part: readonly SplitRow[], depth: number) => {
    for (const { kind, rows, gutter } of partsOf(part, depth, depth === 0 ? context : null)) {
      block += 1
      if (kind === 'columns') {
        const [right, left] = sidesOf(rows, gutter)
        if (depth === 0 && right.length > 0 && left.length > 0)
          columns = [extentOf(segmentsOf(right)), extentOf(segmentsOf(left))]
        place(right.map(split), depth + 1)
        place(left.map(split), depth + 1)
      } else if (kind === 'table') placed.push(...tableRows(rows, context.rules, block))
      else placed.push(...rows.map(({ row }) => ({ ...row, block, table: false, continues: false })))
    }
  }
  place(rows.map(split), 0)
  return { placed, columns }
}

/** In em: the narrowest gutter between columns. */
const fineGap = 1
/** Where words stand far apart, a gutter is wider than the usual gap between them by this factor. */
const gutterOfWords = 1.5

const splitRow = (row: Row, spacing: Spacing, gap?: number): Segment[] =>
  splitUnits(row, spacing, gap).map((units) => segment(row, units))

const deepest = 3

/** Splits rows at the widest run that a vertical gutter divides into columns, else finds tables in them. */
function partsOf(rows: readonly SplitRow[], depth: number, page: PageContext | null): Part[] {
  const run = (depth < deepest ? findColumns(rows) : null) ?? (page && continueColumns(rows, page))
  if (!run) return tablesIn(rows)
  const { start, end, gutter } = page ? withoutEdges(run, rows, page) : run
  return [
    ...partsOf(rows.slice(0, start), depth, null),
    { kind: 'columns', rows: rows.slice(start, end), gutter },
    ...partsOf(rows.slice(end), depth, null),
  ]
}

/** Runs of at least two rows whose cells are under each other; a row of one cell may be a line of the row above. */
function tablesIn(rows: readonly SplitRow[]): Part[] {
  const parts: Part[] = []
  for (let start = 0; start < rows.length;) {
    const end = tableEnd(rows, start)
    const isTable = rows.slice(start, end).filter(({ segments }) => segments.length > 1).length > 1
    const last = parts.at(-1)
    if (isTable) parts.push({ kind: 'table', rows: rows.slice(start, end), gutter: 0 })
    else if (last?.kind === 'text') last.rows.push(...rows.slice(start, start + 1))
    else parts.push({ kind: 'text', rows: rows.slice(start, start + 1), gutter: 0 })
    start = isTable ? end : start + 1
  }
  return parts
}

function tableEnd(rows: readonly SplitRow[], start: number): number {
  const cells = rows[start]?.segments ?? []
  if (cells.length < 2) return start + 1
  let end = start + 1
  let last = end
  for (; end < rows.length; end += 1) {
    const [row, before] = [rows[end], rows[end - 1]]
    if (!row || !before || row.row.y - before.row.y > 3.2 * row.row.size || !sharesColumns(row, rows.slice(start, end)))
      break
    if (row.segments.length > 1) last = end + 1
    else if (row.row.y - before.row.y > 1.9 * row.row.size) break
    else if (isLineOfCell(row, before)) last = end + 1
  }
  return last
}

/** Whether no cell of the row crosses the free space between the cells of the rows above. */
function sharesColumns({ segments }: SplitRow, above: readonly SplitRow[]): boolean {
  const widest = above.reduce((one, other) => (other.segments.length > one.segments.length ? other : one))
  return segments.every((cell) => widest.segments.filter((other) => overlap(cell, other) > 0).length <= 1)
}

const isLineOfCell = ({ segments }: SplitRow, { segments: above }: SplitRow) =>
  segments.length === 1 && above.length > 1 && segments.every((cell) => above.some((other) => overlap(cell, other) > 0))

/** The rows of a table, with the lines of one cell together where cells have several lines. */
function tableRows(rows: readonly SplitRow[], rules: readonly HorizontalRule[], block: number): PlacedRow[] {
  return groupLines(rows, rules).flatMap((group) => {
    if (group.length === 1) return group.map(({ row }) => ({ ...row, block, table: true, continues: false }))
    const cells = cellsOf(group.flatMap(({ segments }) => segments))
    return cells.flat().map((part, index) => {
      const row = rowFrom(part.row, [part])
      return { ...row, block, table: true, continues: index > 0 }
    })
  })
}

/** Lines between two rules are one row of the table; without rules, a line of one cell belongs to the row above. */
function groupLines(rows: readonly SplitRow[], rules: readonly HorizontalRule[]): SplitRow[][] {
  const left = Math.min(...rows.flatMap(({ segments }) => segments.map((cell) => cell.left)))
  const right = Math.max(...rows.flatMap(({ segments }) => segments.map((cell) => cell.right)))
  const isBetween = (above: SplitRow, below: SplitRow) => isRuled([above, below], rules, { left, right })
  const ruled = isRuled(rows, rules, { left, right })
  const groups: SplitRow[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    const above = group?.at(-1)
    const joins = above && (ruled ? !isBetween(above, row) : isLineOfCell(row, group?.[0] ?? row))
    if (group && joins) group.push(row)
    else groups.push([row])
  }
  return groups
}

/** Segments that are under each other, from the right; the lines of each from the top. */
function cellsOf(segments: readonly Segment[]): Segment[][] {
  const cells: Segment[][] = []
  for (const part of segments.toSorted((one, other) => other.right - one.right)) {
    const cell = cells.find((lines) => lines.some((line) => overlap(line, part) > 0))
    if (cell) cell.push(part)
    else cells.push([part])
  }
  return cells.map((cell) => cell.toSorted((one, other) => one.row.y - other.row.y))
}
