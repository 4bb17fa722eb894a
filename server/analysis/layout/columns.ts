import { type Extent, extentOf, rowFrom, type Segment, segment, type SplitRow } from './segments.ts'
import { type HorizontalRule, isRuled } from './rules.ts'
import type { Row } from './unit.ts'

/** From where to where the two columns of a page reach. */
export type Columns = [right: Extent, left: Extent]

export type PageContext = { rules: readonly HorizontalRule[]; columnsBefore: Columns | null }

/** Fewer rows side by side are no columns. */
const minRows = 5

type Run = { start: number; end: number; gutter: number }

export function findColumns(rows: readonly SplitRow[]): Run | null {
  const all = rows.flatMap(({ fine }) => fine)
  if (all.length < 2 * minRows) return null
  const left = Math.min(...all.map((segment) => segment.left))
  const right = Math.max(...all.map((segment) => segment.right))
  let best: Run | null = null
  let most = 0
  for (let gutter = left + (right - left) * 0.15; gutter < left + (right - left) * 0.85; gutter += 4) {
    for (const run of adjacentRuns(rows, gutter)) {
      const score = scoreColumns(rows.slice(run.start, run.end), gutter)
      if (score > most) [best, most] = [run, score]
    }
  }
  return best
}

/** Fewer rows are no table, nor are those of which a smaller share has both cells. */
const minTableRows = 4
const pairedShare = 0.8

/** Rows of the head or the foot of a page, at most: the state, the court, the case and the number of the page. */
export const maxEdgeRows = 4

/** In sizes of letters: how far the same edge or middle of two lines may be apart, and a full line end before its column. */
const alignment = { same: 0.5, full: 2 }

/**
 * Columns of too few full lines to be found, at the top of the page, with lines that begin where those of the page before
 * do; the left may be centered. In a table nearly every row has both cells, and few of the right ones are full.
 */
export function continueColumns(rows: readonly SplitRow[], { columnsBefore, rules }: PageContext): Run | null {
  if (!columnsBefore) return null
  const [right, left] = columnsBefore
  const gutter = (left.right + right.left) / 2
  const runs = adjacentRuns(rows, gutter).filter(({ start }) => start <= maxEdgeRows)
  const continues = ({ start, end }: Run) => {
    const run = rows.slice(start, end)
    const size = run[0]?.row.size ?? 0
    const isSame = (one: number, other: number) => Math.abs(one - other) < size * alignment.same
    const begins = (part: Extent, column: Extent) => isSame(part.right, column.right)
    const isCentered = (part: Extent, column: Extent) => isSame(middleOf(part), middleOf(column))
    const isFull = (part: Extent, column: Extent) =>
      column.left + size * alignment.full > part.left && begins(part, column)
    const [rightLines = [], leftLines = []] = sidesOf(run, gutter).map(segmentsOf)
    const full = rightLines.filter((line) => isFull(line, right)).length
    const paired = rightLines.length + leftLines.length - run.length
    return (
      full > 0 &&
      !(run.length >= minTableRows && paired >= run.length * pairedShare && full * 2 < rightLines.length) &&
      leftLines.some((line) => begins(line, left) || isCentered(line, left)) &&
      !isRuled(run, rules, { left: gutter - size, right: gutter + size })
    )
  }
  return runs.find(continues) ?? null
}

const middleOf = ({ left, right }: Extent) => (left + right) / 2

/** How much further the rows at an edge of a page are apart than lines and paragraphs of columns, at least. */
const edgeGap = { ofLines: 1.8, ofParagraphs: 1.2 }

/** In sizes of letters: the distance of the lines of columns of only a few rows, at most. */
const maxPitch = 2.5
/** A row of more parts, of which no side is a full line, is one of a table below columns. */
const maxParts = 3

/**
 * The run without the rows of a head or a foot of the page that are apart, without short lines above the first columns,
 * and without the first row of a table below them. It has at least one row. After a page of columns, short lines at the
 * top may end its paragraphs, and a head of two sides shows in its repetition also when columns cut it.
 */
export function withoutEdges(run: Run, rows: readonly SplitRow[], { columnsBefore }: PageContext): Run {
  const inside = rows.slice(run.start, run.end)
  const part = fullestPart(inside, run.gutter, { above: run.start === 0, below: run.end === rows.length })
  const { first, last } = textRows(inside.slice(part.start, part.end), run.gutter)
  const start = run.start + part.start
  return { ...run, start: start + (columnsBefore ? 0 : first), end: start + last + 1 }
}

/**
 * The rows between those at the edges of the page that are apart: with the most full lines, as the head and the foot of
 * a page may be all else that it has.
 */
function fullestPart(rows: readonly SplitRow[], gutter: number, edges: { above: boolean; below: boolean }) {
  const isAtEdge = (at: number) =>
    (edges.above && at <= maxEdgeRows) || (edges.below && at >= rows.length - maxEdgeRows)
  const ends = [...apartRows(rows, gutter).filter(isAtEdge), rows.length]
  const countFull = fullLines(rows, gutter)
  const parts = ends.map((end, index) => {
    const start = ends[index - 1] ?? 0
    const full = rows.slice(start, end).reduce((sum, row) => sum + countFull(row), 0)
    return { start, end, full }
  })
  const isBetter = (one: (typeof parts)[number], other: (typeof parts)[number]) =>
    one.full > other.full || (one.full === other.full && one.end - one.start > other.end - other.start)
  const { start, end } = parts.reduce((best, part) => (isBetter(part, best) ? part : best))
  return { start: edges.above ? start : 0, end: edges.below ? end : rows.length }
}

/** The indexes of the rows that are apart from the row above. */
function apartRows(rows: readonly SplitRow[], gutter: number): number[] {
  const most = (rows[0]?.row.size ?? 0) * maxPitch
  const core = rows.slice(maxEdgeRows, -maxEdgeRows)
  const within = sidesOf(core, gutter).map((side) => gapsOf(side).toSorted((one, other) => one - other))
  const usual = Math.max(...within.map((sorted) => sorted[sorted.length >> 1] ?? most))
  const widest = Math.max(...within.map((sorted) => sorted.at(-1) ?? most))
  const isApart = (gap: number) => gap > usual * edgeGap.ofLines && gap > widest * edgeGap.ofParagraphs
  return gapsOf(rows.map(({ row }) => row)).flatMap((gap, index) => (isApart(gap) ? [index + 1] : []))
}

/**
 * The first row with a full line, below those of a head with two sides, and the last row that is none of a table; the left
 * column may begin with a short line.
 */
function textRows(rows: readonly SplitRow[], gutter: number): { first: number; last: number } {
  const countFull = fullLines(rows, gutter)
  const isLeftAlone = (row: SplitRow) => sidesOf([row], gutter)[0].length === 0
  const first = Math.max(
    0,
    rows.findIndex((row) => countFull(row) > 0 || isLeftAlone(row)),
  )
  const last = rows.findLastIndex((row) => row.segments.length <= maxParts || countFull(row) > 0)
  return { first, last: Math.max(first, last) }
}

/** How many sides of one of the rows are full lines. */
function fullLines(rows: readonly SplitRow[], gutter: number): (row: SplitRow) => number {
  const widthOf = ({ left, right }: Extent) => right - left
  const widths = sidesOf(rows, gutter).map((side) => widthOf(extentOf(segmentsOf(side))))
  return (row) =>
    sidesOf([row], gutter).filter((side, index) =>
      segmentsOf(side).some((line) => widthOf(line) > (widths[index] ?? 0) * fullWidth),
    ).length
}

const gapsOf = (rows: readonly { y: number }[]) => rows.slice(1).map(({ y }, index) => y - (rows[index]?.y ?? y))

/** The runs of rows that the gutter does not cross. */
function adjacentRuns(rows: readonly SplitRow[], gutter: number): Run[] {
  const runs: Run[] = []
  let start = 0
  const crosses = ({ fine }: SplitRow) => fine.some(({ left, right }) => left < gutter - 1 && right > gutter + 1)
  for (let end = 0; end <= rows.length; end += 1) {
    const row = rows[end]
    if (row && !crosses(row)) continue
    if (end > start) runs.push({ start, end, gutter })
    start = end + 1
  }
  return runs
}

/**
 * The number of rows next to each other when both sides are full lines of text, or 0: label and value are next to each
 * other too, but few of these are full lines.
 */
function scoreColumns(rows: readonly SplitRow[], gutter: number): number {
  const isRight = ({ left }: Segment) => left >= gutter - 1
  const rightRows = rows.filter(({ fine }) => fine.some(isRight)).length
  const leftRows = rows.filter(({ fine }) => !fine.every(isRight)).length
  if (Math.min(leftRows, rightRows) < minRows) return 0
  const sides = sidesOf(rows, gutter).map(segmentsOf)
  const shares = sides.map(fullShare)
  const isText = Math.min(...shares) >= minFullShare.ofBoth && Math.max(...shares) >= minFullShare.ofOne
  return isText ? Math.min(...sides.map(({ length }) => length)) : 0
}

/** The share of the lines of columns that are full: of each, and of one of them. */
const minFullShare = { ofBoth: 0.33, ofOne: 0.35 }
const minFullLines = 4
/** In sizes of letters: narrower ones are columns of a table. */
const minColumnWidth = 10
/** The share of the width of a column that a full line has at least. */
const fullWidth = 0.85

function fullShare(side: readonly Segment[]): number {
  if (side.length < minRows) return 0
  const width = Math.max(...side.map(({ right }) => right)) - Math.min(...side.map(({ left }) => left))
  if (width < minColumnWidth * (side[0]?.row.size ?? 1)) return 0
  const full = side.filter((segment) => segment.right - segment.left > width * fullWidth)
  return full.length >= minFullLines ? full.length / side.length : 0
}

/** The rows right and left of the gutter. */
export function sidesOf(rows: readonly SplitRow[], gutter: number): [right: Row[], left: Row[]] {
  const side = (isThere: (segment: Segment) => boolean) =>
    rows.flatMap(({ row, fine }) => {
      const mine = fine.filter(isThere)
      return mine.length > 0 ? [rowFrom(row, mine)] : []
    })
  return [side(({ left }) => left >= gutter - 1), side(({ left }) => left < gutter - 1)]
}

export const segmentsOf = (rows: readonly Row[]) => rows.map((row) => segment(row, row.units))
