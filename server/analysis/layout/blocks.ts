import type { HorizontalRule } from './rules.ts'
import { type Spacing, splitUnits } from './spacing.ts'
import type { PlacedRow, Row, Unit } from './unit.ts'

/** A part of a row that is apart from the others: a cell, or the line of a column. */
type Segment = { row: Row; units: Unit[]; left: number; right: number }

/** `fine` has the parts between any wide spaces, which may be the gutter of columns. */
type SplitRow = { row: Row; segments: Segment[]; fine: Segment[] }

type Part = { kind: 'text' | 'columns' | 'table'; rows: SplitRow[]; gutter: number }

type Extent = { left: number; right: number }

/** From where to where the two columns of a page reach. */
export type Columns = [right: Extent, left: Extent]

type PageContext = { rules: readonly HorizontalRule[]; columnsBefore: Columns | null }

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
        if (depth === 0) columns = [extentOf(segmentsOf(right)), extentOf(segmentsOf(left))]
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

function segment(row: Row, units: Unit[]): Segment {
  let left = Infinity
  let right = -Infinity
  for (const unit of units) {
    left = Math.min(left, unit.left)
    right = Math.max(right, unit.right)
  }
  return { row, units, left, right }
}

const extentOf = (segments: readonly Extent[]): Extent => ({
  left: Math.min(...segments.map(({ left }) => left)),
  right: Math.max(...segments.map(({ right }) => right)),
})

const rowFrom = ({ y, size, spaces }: Row, segments: readonly Segment[]): Row => ({
  units: segments.flatMap(({ units }) => units),
  spaces,
  y,
  size,
})

/** The rows right and left of the gutter. */
function sidesOf(rows: readonly SplitRow[], gutter: number): [right: Row[], left: Row[]] {
  const side = (isThere: (segment: Segment) => boolean) =>
    rows.flatMap(({ row, fine }) => {
      const mine = fine.filter(isThere)
      return mine.length > 0 ? [rowFrom(row, mine)] : []
    })
  return [side(({ left }) => left >= gutter - 1), side(({ left }) => left < gutter - 1)]
}

const segmentsOf = (rows: readonly Row[]) => rows.map((row) => segment(row, row.units))

const deepest = 3
/** Fewer rows side by side are no columns. */
const minRows = 5

/** Splits rows at the widest run that a vertical gutter divides into columns, else finds tables in them. */
function partsOf(rows: readonly SplitRow[], depth: number, page: PageContext | null): Part[] {
  const run = (depth < deepest ? findColumns(rows) : null) ?? (page && continueColumns(rows, page))
  if (!run) return tablesIn(rows)
  const { start, end, gutter } = run
  return [
    ...partsOf(rows.slice(0, start), depth, null),
    { kind: 'columns', rows: rows.slice(start, end), gutter },
    ...partsOf(rows.slice(end), depth, null),
  ]
}

type Run = { start: number; end: number; gutter: number; score: number }

function findColumns(rows: readonly SplitRow[]): Run | null {
  const all = rows.flatMap(({ fine }) => fine)
  if (all.length < 2 * minRows) return null
  const left = Math.min(...all.map((segment) => segment.left))
  const right = Math.max(...all.map((segment) => segment.right))
  let best: Run | null = null
  for (let gutter = left + (right - left) * 0.15; gutter < left + (right - left) * 0.85; gutter += 4) {
    for (const run of adjacentRuns(rows, gutter, scoreColumns)) if (run.score > (best?.score ?? 0)) best = run
  }
  return best
}

/** Rows above the end of columns: a header of the page. */
const maxHeaderRows = 2

/**
 * Columns of too few full lines to be found, at the top of the page, with lines that begin where those of the page before do;
 * the left may be centered.
 */
function continueColumns(rows: readonly SplitRow[], { columnsBefore, rules }: PageContext): Run | null {
  if (!columnsBefore) return null
  const [right, left] = columnsBefore
  const score = (run: readonly SplitRow[], gutter: number) => {
    const margin = run[0]?.row.size ?? 0
    const begins = (part: Extent, column: Extent) => Math.abs(part.right - column.right) < margin / 2
    const isFull = (part: Extent, column: Extent) => column.left + margin * 2 > part.left && begins(part, column)
    const [rightLines = [], leftLines = []] = sidesOf(run, gutter).map(segmentsOf)
    const isCentered = (part: Extent, column: Extent) =>
      Math.abs(part.left + part.right - column.left - column.right) < margin
    const continues =
      !isRuled(run, rules, { left: gutter - margin, right: gutter + margin }) &&
      rightLines.some((line) => isFull(line, right)) &&
      leftLines.some((line) => begins(line, left) || isCentered(line, left))
    return continues ? run.length : 0
  }
  return adjacentRuns(rows, (left.right + right.left) / 2, score).find(({ start }) => start <= maxHeaderRows) ?? null
}

type Score = (run: readonly SplitRow[], gutter: number) => number

/** The runs of rows that the gutter does not cross and that have a score. */
function adjacentRuns(rows: readonly SplitRow[], gutter: number, scoreRun: Score): Run[] {
  const runs: Run[] = []
  let start = 0
  const crosses = ({ fine }: SplitRow) => fine.some(({ left, right }) => left < gutter - 1 && right > gutter + 1)
  for (let end = 0; end <= rows.length; end += 1) {
    const row = rows[end]
    if (row && !crosses(row)) continue
    const score = scoreRun(rows.slice(start, end), gutter)
    if (score > 0) runs.push({ start, end, gutter, score })
    start = end + 1
  }
  return runs
}

/** The number of rows next to each other when both sides are full lines of text, or 0: label and value are next to each other too, but few of these are full lines. */
function scoreColumns(rows: readonly SplitRow[], gutter: number): number {
  const isRight = ({ left }: Segment) => left >= gutter - 1
  const rightRows = rows.filter(({ fine }) => fine.some(isRight)).length
  const leftRows = rows.filter(({ fine }) => !fine.every(isRight)).length
  if (Math.min(leftRows, rightRows) < minRows) return 0
  const sides = sidesOf(rows, gutter).map(segmentsOf)
  const shares = sides.map(fullShare)
  const isText = Math.min(...shares) >= 0.33 && Math.max(...shares) >= 0.35
  return isText ? Math.min(...sides.map(({ length }) => length)) : 0
}

function fullShare(side: readonly Segment[]): number {
  if (side.length < minRows) return 0
  const width = Math.max(...side.map(({ right }) => right)) - Math.min(...side.map(({ left }) => left))
  if (width < 10 * (side[0]?.row.size ?? 1)) return 0
  const full = side.filter((segment) => segment.right - segment.left > width * 0.85)
  return full.length >= 4 ? full.length / side.length : 0
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

const overlap = (one: Segment, other: Segment) => Math.min(one.right, other.right) - Math.max(one.left, other.left)

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

/** Whether a rule is between two of the rows, in a part of their width. */
function isRuled(rows: readonly SplitRow[], rules: readonly HorizontalRule[], { left, right }: Extent): boolean {
  const isBetween = (above: number, below: number) =>
    rules.some((rule) => rule.y > above && rule.y < below && rule.left < right && rule.right > left)
  return rows.some(({ row }, index) => isBetween(rows[index - 1]?.row.y ?? row.y, row.y))
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
