import type { Box } from '#server/analysis/types.ts'

/**
 * What one page of a PDF paints, glyph by glyph, before any reading order.
 *
 * Every coordinate is in points (1/72 inch) of the page as a reader sees it, after CropBox and /Rotate: the origin is
 * the top left corner, x grows to the right and y grows downwards. `order` is the position in paint order, counted in
 * one sequence over glyphs and shapes: what has the higher order is painted over the lower one.
 */
export type PageGlyphs = {
  /** From 1. */
  number: number
  width: number
  height: number
  /** What /Rotate says: 0, 90, 180 or 270. The coordinates are already turned by it. */
  rotation: number
  /** In paint order. */
  glyphs: Glyph[]
  fonts: Font[]
  /** Texts that marked content (ActualText) gives for a sequence of glyphs; `Glyph.unit` is an index into it. */
  units: string[]
  /** Images, fills, strokes and shadings, in paint order. */
  shapes: Shape[]
  annotations: Annotation[]
}

export type Glyph = {
  /**
   * What the file says by ToUnicode or by the encoding: mostly one letter, sometimes a letter with its marks, a space
   * for a space, and '' when the file does not say.
   */
  text: string
  /** The index in `units` of the ActualText that replaces the text of this glyph and its neighbors, else -1. */
  unit: number
  /** Index in `fonts`. */
  font: number
  /** The character code in the encoding of the font. */
  code: number
  /** The pen on the baseline where the glyph begins. */
  x: number
  y: number
  /** How far the pen moves along the baseline for this glyph, without spacing; 0 for the fili of most fonts. */
  advance: number
  /** The height of one em on the page. */
  size: number
  /** The direction of the baseline in degrees, clockwise as seen: 0 runs from left to right, 90 downwards. */
  angle: number
  /** The upright box around the cell of the glyph: `advance` along the baseline, ascent and descent across it. */
  box: Box
  /** The upright box around the outline; null for a space and where no outline is known. */
  ink: Box | null
  /** A hash of the outline, the same in every file that embeds the same face; null without an outline. */
  outline: string | null
  order: number
  /** The text render mode, 0 to 7 (PDF 32000-1, table 106): 3 paints nothing, 7 only clips. */
  mode: number
  /** The color that fills the glyph (strokes it in modes 1 and 5) as `#rrggbb`; null for a pattern. */
  color: string | null
  /** 0 is transparent, 1 is opaque. */
  opacity: number
  /** What the clipping path leaves visible around the glyph; null when nothing is clipped. */
  clip: Box | null
  /** Inside marked content /ReversedChars: the glyphs of one show operator are in visual order, from right to left. */
  reversed: boolean
  /** Inside marked content /Artifact: the producer says that it is no part of the text (header, footer, background). */
  artifact: boolean
  /** In an optional-content layer that is off. */
  layer_off: boolean
  /** Which show operator painted the glyph, counted on the page; operators of one line mostly follow each other. */
  run: number
}

export type Font = {
  /** The PostScript name without the prefix of a subset, e.g. `A_Faseyha`. */
  name: string
  /** Whether the file gives a ToUnicode map for it. */
  to_unicode: boolean
  embedded: boolean
  bold: boolean
  italic: boolean
  /** In em above and below the baseline; `descent` is negative. */
  ascent: number
  descent: number
}

export type Shape = {
  kind: 'image' | 'fill' | 'stroke' | 'shading'
  /** The upright box around it, already cut by the clipping path. */
  box: Box
  /** The box is the shape itself: an upright rectangle, or an image that is not turned. */
  rectangle: boolean
  order: number
  /** `#rrggbb`; null for images, patterns and shadings. */
  color: string | null
  /** At most 0.5 for an image with a mask and for a shape that blends with what is below it. */
  opacity: number
  /** In an optional-content layer that is off. */
  layer_off: boolean
}

export type Annotation = {
  /** `Redact`, `Square`, `FreeText`, `Highlight`, `Widget` … as in /Subtype. */
  subtype: string
  box: Box
  /** Hidden by its flags: a reader does not see it. */
  hidden: boolean
}
