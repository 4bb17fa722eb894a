import type { Box } from '#server/analysis/types.ts'
import type { Shape } from './glyphs.ts'

const cell = 32

/** The shapes of a page by the cells of a grid, each cell in paint order, to find what is painted at a point. */
export class ShapeGrid {
  readonly #cells: Shape[][]
  readonly #columns: number
  readonly #rows: number
  readonly #lastOrder: number

  constructor(shapes: readonly Shape[], page: { width: number; height: number }) {
    this.#columns = columnOf(page.width) + 1
    this.#rows = columnOf(page.height) + 1
    this.#cells = Array.from({ length: this.#columns * this.#rows }, () => [])
    this.#lastOrder = shapes.findLast(isCover)?.order ?? -1
    for (const shape of shapes) this.#add(shape)
  }

  /** Whether a shape that may cover something is painted after `order`. */
  hasLater(order: number): boolean {
    return order < this.#lastOrder
  }

  /** Whether a shape that is painted after `order` holds a point. */
  coversLater(order: number, x: number, y: number): boolean {
    return this.#cellAt(x, y).some((shape) => shape.order > order && isCover(shape) && contains(shape.box, x, y))
  }

  /** The last shape at a point that is painted before `order`. */
  lastBefore(order: number, x: number, y: number): Shape | undefined {
    return this.#cellAt(x, y).findLast((shape) => shape.order < order && contains(shape.box, x, y))
  }

  readonly #cellAt = (x: number, y: number) => this.#cells[this.#row(y) * this.#columns + this.#column(x)] ?? []

  #add(shape: Shape) {
    const { x, y, width, height } = shape.box
    if (width <= 0 || height <= 0) return
    for (let row = this.#row(y); row <= this.#row(y + height); row += 1)
      for (let column = this.#column(x); column <= this.#column(x + width); column += 1)
        this.#cells[row * this.#columns + column]?.push(shape)
  }

  readonly #column = (x: number) => Math.min(Math.max(columnOf(x), 0), this.#columns - 1)
  readonly #row = (y: number) => Math.min(Math.max(columnOf(y), 0), this.#rows - 1)
}

/** Of a drawing only the box is known: it may leave open what is in it. */
const isCover = ({ kind, rectangle }: Shape) => kind === 'image' || rectangle

/** The largest number of cells in a row of a page of any size; those beyond share the last one. */
const maxColumns = 256
const columnOf = (value: number) => Math.min(Math.floor(value / cell), maxColumns)

export const contains = ({ x, y, width, height }: Box, left: number, top: number): boolean =>
  left >= x && left <= x + width && top >= y && top <= y + height
