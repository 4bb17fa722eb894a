import type { Row, Unit } from './unit.ts'

/** A part of a row that is apart from the others: a cell, or the line of a column. */
export type Segment = { row: Row; units: Unit[]; left: number; right: number }

/** `fine` has the parts between any wide spaces, which may be the gutter of columns. */
export type SplitRow = { row: Row; segments: Segment[]; fine: Segment[] }

export type Extent = { left: number; right: number }

export function segment(row: Row, units: Unit[]): Segment {
  let left = Infinity
  let right = -Infinity
  for (const unit of units) {
    left = Math.min(left, unit.left)
    right = Math.max(right, unit.right)
  }
  return { row, units, left, right }
}

export const extentOf = (segments: readonly Extent[]): Extent => ({
  left: Math.min(...segments.map(({ left }) => left)),
  right: Math.max(...segments.map(({ right }) => right)),
})

export const rowFrom = ({ y, size, spaces }: Row, segments: readonly Segment[]): Row => ({
  units: segments.flatMap(({ units }) => units),
  spaces,
  y,
  size,
})

export const overlap = (one: Segment, other: Segment) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left)
