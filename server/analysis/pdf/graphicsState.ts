import type { Box } from '#server/analysis/types.ts'
import type { LoadedFont } from './fontTable.ts'
import type { Shape } from './glyphs.ts'
import { boxOf, identity, type Matrix } from './matrix.ts'
import { numberOf } from './values.ts'

/** The graphics state of PDF 32000-1, 8.4, as far as text and shapes need it. */
export type State = {
  matrix: Readonly<Matrix>
  clip: Box | null
  fill: string | null
  stroke: string | null
  fillOpacity: number
  strokeOpacity: number
  /** A blend mode other than Normal: what is below shows through. */
  blends: boolean
  font: LoadedFont | null
  fontSize: number
  charSpacing: number
  wordSpacing: number
  scale: number
  leading: number
  rise: number
  mode: number
}

export const initialState = (matrix: Readonly<Matrix>): State => ({
  matrix,
  clip: null,
  fill: '#000000',
  stroke: '#000000',
  fillOpacity: 1,
  strokeOpacity: 1,
  blends: false,
  font: null,
  fontSize: 0,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
})

/** Marked content around what is painted. */
export type Mark = { unit: number; reversed: boolean; artifact: boolean; off: boolean }

export const noMark: Mark = { unit: -1, reversed: false, artifact: false, off: false }

/** What the operators that end a path paint, by their number in pdf.js; the others only clip. */
export const paintedBy: Record<number, Shape['kind']> = {
  20: 'stroke',
  21: 'stroke',
  22: 'fill',
  23: 'fill',
  24: 'fill',
  25: 'fill',
  26: 'fill',
  27: 'fill',
}

export const everywhere: Box = { x: 0, y: 0, width: 1e5, height: 1e5 }

export function matrixOf(values: readonly unknown[] | Float32Array | null): Readonly<Matrix> {
  if (values instanceof Float32Array && values.length >= 6) {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values
    return [a, b, c, d, e, f]
  }
  if (!values || values.length < 6) return identity
  const [a, b, c, d, e, f] = Array.from(values, numberOf)
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0]
}

export function cornersBox(matrix: Readonly<Matrix>, corners: readonly unknown[]): Box {
  const [left = 0, low = 0, right = 0, high = 0] = corners.map(numberOf)
  return boxOf(matrix, left, low, right, high)
}
