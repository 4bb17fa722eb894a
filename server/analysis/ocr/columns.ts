import type { Mask } from './components.ts'
import type { PixelBox } from './gray.ts'

/** In inches: the cells in which a gutter is looked for, and what two columns of text measure at least. */
const cellSize = { width: 0.03, height: 0.04 }
const minSizes = { gutter: 0.12, column: 1.5, tall: 1.6 }
/** Many lines of a column of text are as wide as it is; those of a column of a table are not. */
const fullLine = { width: 0.8, share: 0.3 }

/** A page as cells that have ink or none. */
type Grid = { cell: { width: number; height: number }; columns: number; rows: number; ink: Uint8Array }
/** Cells from `left` to before `right` and from `top` to before `bottom`. */
type Zone = { left: number; right: number; top: number; bottom: number }

/**
 * The parts of a page whose lines are read one after another: what is above two columns, the right one, the left one, and
 * what is below. Nearly always the page is one part.
 */
export function columnsOf(mask: Mask, dpi: number): PixelBox[] {
  const grid = gridOf(mask, dpi)
  const page = { left: 0, right: grid.columns, top: 0, bottom: grid.rows }
  return partsOf(grid, page, dpi).map(({ left, right, top, bottom }) => {
    const [x, y] = [left * grid.cell.width, top * grid.cell.height]
    return {
      x,
      y,
      width: Math.min(mask.width, right * grid.cell.width) - x,
      height: Math.min(mask.height, bottom * grid.cell.height) - y,
    }
  })
}

function partsOf(grid: Grid, zone: Zone, dpi: number): Zone[] {
  const gutter = gutterOf(grid, zone, dpi)
  if (!gutter) return [zone]

  const { left, right, top, bottom } = gutter
  const above = { ...zone, bottom: top }
  const below = { ...zone, top: bottom }
  const columns = [
    { top, bottom, left: right, right: zone.right },
    { top, bottom, left: zone.left, right: left },
  ]
  return [above, ...columns, below].flatMap((part) => (part.bottom > part.top ? partsOf(grid, part, dpi) : []))
}

function gridOf({ width, height, data }: Mask, dpi: number): Grid {
  const cell = { width: Math.round(dpi * cellSize.width), height: Math.round(dpi * cellSize.height) }
  const [columns, rows] = [Math.ceil(width / cell.width), Math.ceil(height / cell.height)]
  const ink = new Uint8Array(columns * rows)
  for (let y = 0; y < height; y++) {
    const start = Math.floor(y / cell.height) * columns
    for (let x = 0; x < width; x++) if (data[y * width + x]) ink[start + Math.floor(x / cell.width)] = 1
  }
  return { cell, columns, rows, ink }
}

/** The free strip with text of full lines at both sides that is the tallest. */
function gutterOf(grid: Grid, zone: Zone, dpi: number): Zone | undefined {
  const [wide, column] = [minSizes.gutter, minSizes.column].map((inches) => Math.ceil((inches * dpi) / grid.cell.width))
  let found: Zone | undefined
  for (let left = zone.left + (column ?? 0); left + (wide ?? 0) + (column ?? 0) <= zone.right; left++) {
    const strip = tallestStrip(grid, { ...zone, left, right: left + (wide ?? 0) }, zone)
    if (strip && strip.bottom - strip.top > (found ? found.bottom - found.top : 0)) found = strip
  }
  if (!found || (found.bottom - found.top) * grid.cell.height < minSizes.tall * dpi) return undefined

  const gutter = widened(grid, found, zone)
  const sides = [
    { ...gutter, left: gutter.right, right: zone.right },
    { ...gutter, left: zone.left, right: gutter.left },
  ]
  return sides.every((side) => isText(grid, side, (column ?? 0) * 0.8)) ? gutter : undefined
}

const hasInk = ({ ink, columns }: Grid, row: number, left: number, right: number) =>
  ink.subarray(row * columns + left, row * columns + right).includes(1)

/** The tallest part of a strip without ink, from the first row with text at both sides to the last. */
function tallestStrip(grid: Grid, strip: Zone, zone: Zone): Zone | undefined {
  let found: Zone | undefined
  let [top, bottom] = [-1, -1]
  for (let row = zone.top; row <= zone.bottom; row++) {
    if (row < zone.bottom && !hasInk(grid, row, strip.left, strip.right)) {
      const both = hasInk(grid, row, zone.left, strip.left) && hasInk(grid, row, strip.right, zone.right)
      if (both && top < 0) top = row
      if (both) bottom = row + 1
      continue
    }
    if (bottom - top > (found ? found.bottom - found.top : 0)) found = { ...strip, top, bottom }
    ;[top, bottom] = [-1, -1]
  }
  return found
}

/** The strip as wide as it is free, and with the lines next to it that only one column has. */
function widened(grid: Grid, strip: Zone, zone: Zone): Zone {
  const isFree = (column: number) => {
    for (let row = strip.top; row < strip.bottom; row++) if (hasInk(grid, row, column, column + 1)) return false
    return true
  }
  let { left, right, top, bottom } = strip
  while (left > zone.left && isFree(left - 1)) left -= 1
  while (right < zone.right && isFree(right)) right += 1
  const isOpen = (row: number) => !hasInk(grid, row, left, right)
  while (top > zone.top && isOpen(top - 1) && hasInk(grid, top - 1, zone.left, zone.right)) top -= 1
  while (bottom < zone.bottom && isOpen(bottom) && hasInk(grid, bottom, zone.left, zone.right)) bottom += 1
  return { left, right, top, bottom }
}

/** Whether enough of the rows with ink are nearly as wide as the widest. */
function isText(grid: Grid, { left, right, top, bottom }: Zone, least: number): boolean {
  const widths: number[] = []
  for (let row = top; row < bottom; row++) {
    const cells = grid.ink.subarray(row * grid.columns + left, row * grid.columns + right)
    const width = cells.lastIndexOf(1) - cells.indexOf(1) + 1
    if (cells.includes(1)) widths.push(width)
  }
  const widest = Math.max(0, ...widths)
  const full = widths.filter((width) => width >= fullLine.width * widest)
  return widest >= least && full.length >= fullLine.share * widths.length
}
