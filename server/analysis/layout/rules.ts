import type { PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import { firstIndexWhere } from '#shared/binarySearch.ts'
import { type Frame, framed } from './frame.ts'
import type { VerticalRule } from './spacing.ts'

export type HorizontalRule = { y: number; left: number; right: number }

/** Straight lines that are drawn on the page, also as the sides of rectangles; the horizontal ones from the top. */
type Rules = { horizontal: HorizontalRule[]; vertical: VerticalRule[] }

const thin = 2.5
/** Shorter lines are part of a letter or a sign. */
const short = 8

export function rulesOf({ shapes }: PageGlyphs, frame: Frame): Rules {
  const horizontal: HorizontalRule[] = []
  const vertical: VerticalRule[] = []
  for (const { kind, box, rectangle, layer_off, color, opacity } of shapes) {
    if (layer_off || opacity < 0.1 || (kind !== 'fill' && kind !== 'stroke') || color === '#ffffff') continue
    const { x, y, width, height } = framed(frame, box)
    const [right, bottom] = [x + width, y + height]
    if (height <= thin && width >= short) horizontal.push({ y: y + height / 2, left: x, right })
    if (width <= thin && height >= short) vertical.push({ x: x + width / 2, top: y, bottom })
    if (!rectangle || height <= thin || width <= thin || width < short || height < short) continue
    // The sides of a cell: a frame that is stroked, or a background that is filled.
    horizontal.push({ y, left: x, right }, { y: bottom, left: x, right })
    vertical.push({ x, top: y, bottom }, { x: right, top: y, bottom })
  }
  return { horizontal: horizontal.sort((one, other) => one.y - other.y), vertical }
}

/** Those between two heights, of rules from the top: a page may have more than can be compared with each of its rows. */
export function rulesBetween(rules: readonly HorizontalRule[], above: number, below: number): HorizontalRule[] {
  const first = firstIndexWhere(rules.length, (index) => (rules[index]?.y ?? 0) > above)
  const end = firstIndexWhere(rules.length, (index) => (rules[index]?.y ?? 0) >= below)
  return rules.slice(first, end)
}

/** Whether a rule is between two of the rows, in a part of their width. */
export const isRuled = (
  rows: readonly { row: { y: number } }[],
  rules: readonly HorizontalRule[],
  { left, right }: Omit<HorizontalRule, 'y'>,
): boolean =>
  rows.some(({ row }, index) =>
    rulesBetween(rules, rows[index - 1]?.row.y ?? row.y, row.y).some((rule) => rule.left < right && rule.right > left),
  )
