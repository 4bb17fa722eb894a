import { firstIndexWhere } from '#shared/binarySearch.ts'
import type { Row, Unit } from './unit.ts'

/** A unit of a line, or the space between two of them; `tight` says how near the gap is to the limit, 0 to 1. */
export type Item = { text: string; unit: Unit | null; certainty: number }

/**
 * What a gap must be, in em of the letters next to it, to be a space, the usual gap between words, and the vertical
 * rules between cells. `explicit` says whether spaces are characters: next to texts that the file gives, which another
 * producer may have added to, and between the others.
 */
export type Spacing = {
  gap: number
  words: number
  explicit: { given: boolean; others: boolean }
  rules: readonly VerticalRule[]
}

export type VerticalRule = { x: number; top: number; bottom: number }

const usualGap = 0.11
/** Fewer gaps between texts that the file gives say nothing about the other gaps next to such texts. */
const minMeant = 10
/** A gap that splits a row into segments (cells, columns) in em. */
const segmentGap = 2

/** How a page writes its spaces: as characters, or only as gaps. */
export function measureSpacing(rows: readonly Row[], rules: readonly VerticalRule[] = []): Spacing {
  const all = { wide: 0, written: 0 }
  const meant = { wide: 0, written: 0 }
  const gaps: number[] = []
  for (const row of rows) {
    let left: Unit | undefined
    for (const right of row.units) {
      const gap = left ? gapOf(left, right) : 0
      if (gap > 0.01 && gap < segmentGap) gaps.push(gap)
      if (left && gap >= 0.2 && gap <= segmentGap) {
        const isWritten = hasSpace(row, left, right)
        for (const count of left.meant && right.meant ? [all, meant] : [all]) {
          count.wide += 1
          if (isWritten) count.written += 1
        }
      }
      left = right
    }
  }
  const limit = separate(gaps)
  const others = all.written > all.wide * 0.9
  const explicit = { others, given: others || (meant.wide >= minMeant && meant.written > meant.wide * 0.9) }
  return { explicit, gap: limit, words: medianOf(gaps, limit), rules }
}

/** The median of the gaps that are spaces; the usual one without any. */
function medianOf(gaps: readonly number[], limit: number): number {
  const spaces = gaps.filter((gap) => gap > limit).sort((one, other) => one - other)
  return spaces[spaces.length >> 1] ?? limit
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

/** The items of a row from left to right, in segments that are far apart. */
export const segmentsOf = (row: Row, spacing: Spacing): Item[][] =>
  splitUnits(row, spacing).map((units) => withSpaces(row, units, spacing))

/** The units of a row from left to right, in segments that are far apart: at least `apart` em, or on two sides of a rule. */
export function splitUnits(row: Row, { rules }: Spacing, apart = segmentGap): Unit[][] {
  const segments: Unit[][] = []
  const crossing = rulesAt(row, rules)
  let current: Unit[] = []
  let before: Unit | undefined
  for (const unit of row.units) {
    const isNew = before === undefined || isApart(before, unit, { rules: crossing, margin: row.size * 0.1, apart })
    if (isNew) segments.push((current = []))
    current.push(unit)
    if (isNew || before === undefined || unit.right > before.right) before = unit
  }
  return segments
}

/** The units of a segment, with the spaces between them. */
function withSpaces(row: Row, units: readonly Unit[], spacing: Spacing): Item[] {
  const items: Item[] = []
  let before: Unit | undefined
  for (const unit of units) {
    const found = before && isSpace(row, [before, unit], spacing)
    if (found?.space) items.push({ text: ' ', unit: null, certainty: found.certainty })
    items.push({ text: unit.text, unit, certainty: found && !found.space ? found.certainty : 1 })
    if (!before || unit.right > before.right) before = unit
  }
  return items
}

/** The rules that cross the letters of a row. */
function rulesAt({ y, size }: Row, rules: readonly VerticalRule[]): readonly VerticalRule[] {
  const middle = y - size * 0.3
  return rules.length === 0 ? rules : rules.filter(({ top, bottom }) => top < middle && bottom > middle)
}

type Limits = { rules: readonly VerticalRule[]; margin: number; apart: number }

/** Whether two neighbors are in different cells or columns. */
function isApart(left: Unit, right: Unit, { rules, margin, apart }: Limits): boolean {
  if (gapOf(left, right) > apart) return true
  const [from, to] = [left.right - margin, right.left + margin]
  return to > from && rules.some(({ x }) => x >= from && x <= to)
}

/** In em of the smaller of the two. */
const gapOf = (left: Unit, right: Unit): number =>
  (right.left - left.right) / Math.max(1, Math.min(left.size, right.size))

function isSpace(row: Row, [left, right]: [Unit, Unit], { gap: limit, explicit }: Spacing) {
  const gap = gapOf(left, right)
  if (hasSpace(row, left, right)) return { space: gap > -0.1, certainty: gap > 0.05 ? 1 : 0.7 }
  if ([left, right].some(isGiven) ? explicit.given : explicit.others)
    return { space: gap > 0.45, certainty: gap > 0.2 && gap < 0.7 ? 0.7 : 1 }
  return { space: gap > limit, certainty: Math.min(1, 0.5 + Math.abs(gap - limit) * 6) }
}

/** Whether the file gives the text of the unit, also where its glyphs are read instead. */
const isGiven = ({ glyphs }: Unit) => glyphs.some(({ unit }) => unit >= 0)

/** Whether the file writes a space between the middles of two units, and not far inside of one of them. */
function hasSpace({ spaces }: Row, left: Unit, right: Unit): boolean {
  const from = Math.max((left.left + left.right) / 2, left.right - left.size * 0.2)
  const to = Math.min((right.left + right.right) / 2, right.left + right.size * 0.2)
  const next = spaces[firstIndexWhere(spaces.length, (index) => middleOf(spaces[index]) > from)]
  return next !== undefined && middleOf(next) < to
}

const middleOf = (space: Row['spaces'][number] | undefined) => (space ? (space.left + space.right) / 2 : 0)
