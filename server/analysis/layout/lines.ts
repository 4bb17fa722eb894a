import type { Box } from '#server/analysis/types.ts'
import type { Context } from './bidi.ts'
import { bidiClass } from './bidiClass.ts'
import { around } from './frame.ts'
import { toLogical } from './logicalOrder.ts'
import { type Item, type Spacing, segmentsOf } from './spacing.ts'
import type { PlacedRow, Reading } from './unit.ts'

/** A line in logical order, before anything is known of its role. Sides are in the text frame. */
export type DraftLine = {
  items: Item[]
  text: string
  sure: boolean
  left: number
  right: number
  y: number
  size: number
  box: Box
  bold: boolean
  artifact: boolean
  /** Lines of one block are under each other. */
  block: number
  table: boolean
  /** Not the first line of its row of a table. */
  continues: boolean
}

type Options = { reading: Reading; spacing: Spacing; mirror: boolean; isBold: (font: number) => boolean }

/** The lines of rows, in their order. */
export function draftLines(rows: readonly PlacedRow[], options: Options): DraftLine[] {
  const lines: DraftLine[] = []
  for (const [index, row] of rows.entries()) {
    const [before, next] = [lines.at(-1), rows[index + 1]]
    const context = {
      before: before && isUnder(row, before) ? lastStrong(before.text) : 'R',
      after: next && isUnder(next, row) ? lastStrong(next.units.at(-1)?.text ?? '') : 'R',
    } as const
    const line = draftLine(row, context, options)
    if (line) lines.push(line)
  }
  return lines
}

/** Whether a row is the next line of a text. */
const isUnder = (row: PlacedRow, above: Pick<PlacedRow, 'block' | 'y'>) =>
  above.block === row.block && !row.table && row.y - above.y < 2.2 * row.size

type Around = { before: Context; after: Context }

const alone: Around = { before: 'R', after: 'R' }

function draftLine(row: PlacedRow, context: Around, { reading, spacing, mirror, isBold }: Options): DraftLine | null {
  const segments = segmentsOf(row, spacing)
  const inOrder = reading.order === 'visual' ? segments.toReversed() : segments
  const ordered = inOrder.map((visual) =>
    reading.order === 'visual'
      ? toLogical(visual, { mirror, ...(segments.length === 1 ? context : alone) })
      : { items: visual, sure: true },
  )
  const items = ordered.flatMap(({ items }, index) =>
    index === 0 ? items : [{ text: ' ', unit: null, certainty: 1 }, ...items],
  )
  const text = items.map(({ text }) => text).join('')
  if (text.trim() === '') return null

  return {
    items,
    text,
    sure: ordered.every(({ sure }) => sure),
    left: Math.min(...row.units.map(({ left }) => left)),
    right: Math.max(...row.units.map(({ right }) => right)),
    y: row.y,
    size: row.size,
    box: around(row.units.map(({ box }) => box)),
    bold: isMostlyBold(row, isBold),
    artifact: row.units.every(({ glyphs }) => glyphs.every(({ artifact }) => artifact)),
    block: row.block,
    table: row.table,
    continues: row.continues,
  }
}

function isMostlyBold({ units }: PlacedRow, isBold: Options['isBold']): boolean {
  let bold = 0
  let all = 0
  for (const { glyphs } of units)
    for (const { font } of glyphs) {
      all += 1
      if (isBold(font)) bold += 1
    }
  return bold * 2 > all
}

function lastStrong(text: string): Context {
  let strong: Context = 'R'
  for (const char of text) {
    const type = bidiClass(char)
    if (type === 'AL' || type === 'R' || type === 'L') strong = type
  }
  return strong
}
