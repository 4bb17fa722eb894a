import type { Glyph } from '#server/analysis/pdf/glyphs.ts'
import type { Box } from '#server/analysis/types.ts'

/**
 * What moves as one when a line is put into order: a letter with its marks, or the text that the file gives for a
 * sequence of glyphs. Coordinates are those of the text frame, in which the lines of the page run horizontally.
 */
export type Unit = {
  /** In logical order. */
  text: string
  left: number
  right: number
  /** The baseline. */
  y: number
  size: number
  /** On the page. */
  box: Box
  glyphs: Glyph[]
  /** The text is an ActualText, which names brackets by their meaning. */
  meant: boolean
  /** Whether a mark was attached, or none was found to attach to, with doubt. */
  doubtful: boolean
}

/** A row of units and where the file itself writes spaces. */
export type Row = {
  /** From left to right. */
  units: Unit[]
  /** By their middles, from left to right. */
  spaces: { left: number; right: number }[]
  y: number
  size: number
}

/** A row in reading order: in a column, or of a table, where it may be one line of one cell. */
export type PlacedRow = Row & {
  /** Rows of one block are under each other: a column, or what lies between columns and tables. */
  block: number
  table: boolean
  /** Not the first line of its row of a table. */
  continues: boolean
}

/** How the glyphs of a page are to be read. Most producers write what is seen; some write logical order from the left. */
export type Reading = {
  order: 'visual' | 'logical'
  /** Where a mark finds its letter: at its place, or before or after it in the file. */
  marks: 'place' | 'before' | 'after'
}
