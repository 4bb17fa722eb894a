import type { Box } from '#server/analysis/types.ts'

/** x' = a x + c y + e, y' = b x + d y + f, as PDF 32000-1, 8.3.3 writes it. */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]

export const identity: Readonly<Matrix> = [1, 0, 0, 1, 0, 0]

/** First `inner`, then `outer`. By index: the iterator of a list pattern costs more than the product. */
export function multiply(outer: Readonly<Matrix>, inner: Readonly<Matrix>): Matrix {
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = outer
  const { 0: g, 1: h, 2: i, 3: j, 4: k, 5: l } = inner
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** First the move, then the matrix, which is changed in place: a page moves its pen for every letter. */
export function move(matrix: Matrix, x: number, y: number) {
  matrix[4] += matrix[0] * x + matrix[2] * y
  matrix[5] += matrix[1] * x + matrix[3] * y
}

export const transform = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

/** The upright box around the rectangle from (left, low) to (right, high) after the matrix. */
export function boxOf(matrix: Readonly<Matrix>, left: number, low: number, right: number, high: number): Box {
  const { 0: a, 1: b, 2: c, 3: d, 4: e, 5: f } = matrix
  // Each term is the least and the most at one side of the rectangle, so that no corner is needed.
  const x = Math.min(a * left, a * right) + Math.min(c * low, c * high) + e
  const y = Math.min(b * left, b * right) + Math.min(d * low, d * high) + f
  return {
    x,
    y,
    width: Math.max(a * left, a * right) + Math.max(c * low, c * high) + e - x,
    height: Math.max(b * left, b * right) + Math.max(d * low, d * high) + f - y,
  }
}

/** Whether an upright rectangle stays one. */
export const staysUpright = ([a, b, c, d]: Readonly<Matrix>): boolean =>
  (Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6) || (Math.abs(a) < 1e-6 && Math.abs(d) < 1e-6)

/** What two boxes share; a box without size when they do not meet. */
export function intersect(one: Box, other: Box): Box {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  const right = Math.min(one.x + one.width, other.x + other.width)
  const bottom = Math.min(one.y + one.height, other.y + other.height)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}
