import type { PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import type { Line } from '#server/analysis/types.ts'
import { intersect } from '#server/analysis/pdf/matrix.ts'
import { isContent } from './textOfLines.ts'

/** A page with fewer visible letters may be scanned (`scanned_page_count`). */
const fewLetters = 30

const columns = 40
const rows = 56

/** Fewer than 30 letters in the lines of the judgment, where images or outlines cover more than half of the page. */
export const isScanned = (isCovered: boolean, lines: readonly Line[]): boolean =>
  isCovered && lettersOf(lines) < fewLetters

const lettersOf = (lines: readonly Line[]) =>
  lines.filter(isContent).reduce((count, { text }) => count + (text.match(/\p{L}/gu)?.length ?? 0), 0)

/** Whether images and drawn outlines cover more than half of the page. */
export const isCovered = (page: PageGlyphs): boolean => coveredShare(page) > 0.5

/** How much of the page images and drawn outlines cover, counted on a grid. */
function coveredShare({ shapes, width, height }: PageGlyphs): number {
  const cells = new Set<number>()
  const page = { x: 0, y: 0, width, height }
  for (const { kind, box, rectangle, color, layer_off } of shapes) {
    const isLetter = kind === 'fill' && !rectangle && color !== '#ffffff' && box.height < height / 4
    if (layer_off || (kind !== 'image' && !isLetter)) continue
    const visible = intersect(page, box)
    const margin = isLetter ? box.height / 2 : 0
    const [left, right] = [
      ((visible.x - margin) / width) * columns,
      ((visible.x + visible.width + margin) / width) * columns,
    ]
    const [top, bottom] = [
      ((visible.y - margin) / height) * rows,
      ((visible.y + visible.height + margin) / height) * rows,
    ]
    for (let row = Math.max(0, Math.round(top)); row < Math.min(rows, Math.round(bottom)); row += 1)
      for (let column = Math.max(0, Math.round(left)); column < Math.min(columns, Math.round(right)); column += 1)
        cells.add(row * columns + column)
  }
  return cells.size / (columns * rows)
}
