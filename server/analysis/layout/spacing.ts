import type { Row, Unit } from './unit.ts'

/** A unit of a line, or the space between two of them; `tight` says how near the gap is to the limit, 0 to 1. */
export type Item = { text: string; unit: Unit | null; certainty: number }

/** What a gap must be, in em of the letters next to it, to be a space, and the vertical rules between cells. */
export type Spacing = { gap: number; explicit: boolean; rules: readonly VerticalRule[] }

export type VerticalRule = { x: number; top: number; bottom: number }

const usualGap = 0.11
/** A gap that splits a row into segments (cells, columns) in em. */
const segmentGap = 2

/** How a page writes its spaces: as characters, or only as gaps. */
export function measureSpacing(rows: readonly Row[], rules: readonly VerticalRule[] = []): Spacing {
  let wide = 0
  let written = 0
  const gaps: number[] = []
  for (const row of rows) {
    for (const [left, right] of neighbors(row.units)) {
      const gap = gapOf(left, right)
      if (gap > 0.01 && gap < segmentGap) gaps.push(gap)
      if (gap < 0.2 || gap > segmentGap) continue
      wide += 1
      if (hasSpace(row, left, right)) written += 1
    }
  }
  return { explicit: wide > 0 && written / wide > 0.9, gap: separate(gaps), rules }
}

/**
 * The limit between the gaps of letters and those of words: the middle of the widest empty stretch of the sorted gaps
 * around the usual limit, so that wide letter spacing and narrow spaces are both read.
 */
function separate(gaps: number[]): number {
  const sorted = gaps.filter((gap) => gap > 0.03 && gap < 0.6).sort((one, other) => one - other)
  let best = { width: 0.04, limit: usualGap }
  sorted.forEach((gap, index) => {
    const next = sorted[index + 1] ?? gap
    const limit = (gap + next) / 2
    if (limit > 0.07 && limit < 0.3 && next - gap > best.width) best = { width: next - gap, limit }
  })
  return best.limit
}

/** The items of a row from left to right, in segments that stand far apart. */
export function segmentsOf(row: Row, spacing: Spacing, apart = segmentGap): Item[][] {
  const segments: Item[][] = []
  let current: Item[] = []
  let before: Unit | undefined
  for (const unit of row.units) {
    let certainty = 1
    if (before) {
      if (isApart(row, [before, unit], spacing, apart)) {
        segments.push(current)
        current = []
      } else {
        const found = isSpace(row, [before, unit], spacing)
        if (found.space) current.push({ text: ' ', unit: null, certainty: found.certainty })
        else certainty = found.certainty
      }
    }
    current.push({ text: unit.text, unit, certainty })
    if (!before || unit.right > before.right || isApart(row, [before, unit], spacing, apart)) before = unit
  }
  if (current.length > 0) segments.push(current)
  return segments
}

/** Whether two neighbors stand in different cells or columns. */
function isApart({ y, size }: Row, [left, right]: [Unit, Unit], { rules }: Spacing, apart: number): boolean {
  if (gapOf(left, right) > apart) return true
  const middle = y - size * 0.3
  const [from, to] = [left.right - size * 0.1, right.left + size * 0.1]
  return to > from && rules.some(({ x, top, bottom }) => x >= from && x <= to && top < middle && bottom > middle)
}

const neighbors = (units: readonly Unit[]): [Unit, Unit][] =>
  units.slice(1).flatMap((right, index) => {
    const left = units[index]
    return left ? [[left, right]] : []
  })

/** In em of the smaller of the two. */
const gapOf = (left: Unit, right: Unit): number =>
  (right.left - left.right) / Math.max(1, Math.min(left.size, right.size))

function isSpace(row: Row, [left, right]: [Unit, Unit], { gap: limit, explicit }: Spacing) {
  const gap = gapOf(left, right)
  if (hasSpace(row, left, right)) return { space: gap > -0.1, certainty: gap > 0.05 ? 1 : 0.7 }
  if (explicit) return { space: gap > 0.45, certainty: gap > 0.2 && gap < 0.7 ? 0.7 : 1 }
  return { space: gap > limit, certainty: Math.min(1, 0.5 + Math.abs(gap - limit) * 6) }
}

function hasSpace(row: Row, left: Unit, right: Unit): boolean {
  const [from, to] = [(left.left + left.right) / 2, (right.left + right.right) / 2]
  return row.spaces.some((space) => {
    const middle = (space.left + space.right) / 2
    return (
      middle > from && middle < to && middle > left.right - left.size * 0.2 && middle < right.left + right.size * 0.2
    )
  })
}
