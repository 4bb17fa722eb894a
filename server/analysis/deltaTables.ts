import type { LineAttributes } from '#shared/delta/delta.ts'
import type { Box, Line, Page } from './types.ts'

export type PlacedLine = { line: Line; page: Page }

/** Whether a line belongs to the table of the lines before it: the same table of the page, or none known. */
export function isInTable(lines: readonly PlacedLine[], { line, page }: PlacedLine): boolean {
  const last = lines.at(-1)
  if (!last || last.page !== page) return false
  const table = page.tables.find((box) => contains(box, line.box))
  return table === page.tables.find((box) => contains(box, last.line.box))
}

const center = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

function contains(box: Box, inner: Box): boolean {
  const { x, y } = center(inner)
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

type Cell = { cell: PlacedLine[]; attributes: LineAttributes }

/** The cells of a table, row by row, each from the right. Lines of one cell are below each other. */
export function tableOps(lines: readonly PlacedLine[], key: string): Cell[] {
  return rowsOf(lines).flatMap((row, rowIndex) =>
    cellsOf(row).map((cell, index) => ({
      cell,
      attributes: {
        table: `${key}r${rowIndex + 1}`,
        ...(rowIndex === 0 && index === 0 && { table_start: true as const }),
      },
    })),
  )
}

/** Lines whose heights overlap form a row. */
function rowsOf(lines: readonly PlacedLine[]): PlacedLine[][] {
  const rows: { lines: PlacedLine[]; bottom: number }[] = []
  const sorted = [...lines].sort((one, other) => one.line.box.y - other.line.box.y)
  for (const placed of sorted) {
    const { y, height } = placed.line.box
    const last = rows.at(-1)
    if (last && y + height / 2 < last.bottom) {
      last.lines.push(placed)
      last.bottom = Math.max(last.bottom, y + height)
    } else rows.push({ lines: [placed], bottom: y + height })
  }
  return rows.map((row) => row.lines)
}

/** Lines of a row that overlap in width form a cell. */
function cellsOf(row: readonly PlacedLine[]): PlacedLine[][] {
  const cells: { lines: PlacedLine[]; start: number }[] = []
  const fromRight = [...row].sort((one, other) => rightOf(other) - rightOf(one))
  for (const placed of fromRight) {
    const last = cells.at(-1)
    if (last && rightOf(placed) > last.start) {
      last.lines.push(placed)
      last.start = Math.min(last.start, placed.line.box.x)
    } else cells.push({ lines: [placed], start: placed.line.box.x })
  }
  return cells.map(({ lines }) => lines.sort((one, other) => one.line.box.y - other.line.box.y))
}

const rightOf = ({ line: { box } }: PlacedLine) => box.x + box.width
