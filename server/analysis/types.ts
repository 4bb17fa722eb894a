/**
 * What the analysis of a judgment PDF gives. The same shapes are stored, sent to the review screen, and printed by
 * `npm run analyze`, so their names are those of the wire.
 */

/** In points (1/72 inch) of the page as it is read, after /Rotate and CropBox. The origin is at the top left. */
export type Box = { x: number; y: number; width: number; height: number }

/** Where a text comes from: the text layer of the file, our recognizer, or the second opinion. */
type Engine = 'text-layer' | 'recognizer' | 'tesseract'

/** What one engine reads at a place; `confidence` is a probability, 0 to 1. */
export type Reading = { engine: Engine; text: string; confidence: number }

/** `start` and `end` are offsets in the text of the line, in UTF-16 units. `readings` has those that were compared. */
export type Word = { start: number; end: number; box: Box; confidence: number; readings: Reading[] }

export type LineRole = 'heading' | 'body' | 'header' | 'footer' | 'page-number' | 'footnote' | 'table'

/** A line in reading order; `text` is in logical order. `confidence` is the probability that the whole line is right. */
export type Line = {
  text: string
  box: Box
  confidence: number
  engine: Engine
  role: LineRole
  starts_paragraph: boolean
  words: Word[]
}

export type HiddenReason = 'covered' | 'redacted' | 'white' | 'clipped' | 'invisible' | 'outside' | 'tiny'

/** Text in the file that a reader of the page cannot see. It is never part of a line. */
export type HiddenText = { text: string; box: Box; reason: HiddenReason }

/**
 * A glyph whose letter the file does not say. `outline` is a hash of its outline, the same in every file; `letter` is what a
 * person or the picture of the page said, empty for an ornament and null for an unknown one.
 */
export type UnknownGlyph = { outline: string; box: Box; count: number; letter: string | null }

export type Page = {
  /** From 1. */
  number: number
  width: number
  height: number
  /** The lines of the judgment in reading order, without headers, footers and page numbers, a line break a paragraph. */
  text: string
  /** Fewer than 30 visible letters, and images or outlines over more than half of the page. */
  scanned: boolean
  /** The 10th percentile of the confidence of its lines, 0 to 1. */
  confidence: number
  seconds: number
  lines: Line[]
  hidden: HiddenText[]
  tables: Box[]
  unknown_glyphs: UnknownGlyph[]
}

/**
 * A page as it is read alone: lines that other pages repeat are still counted for `scanned`. `covered`: images or outlines
 * cover more than half of it.
 */
export type LaidOutPage = Page & { covered: boolean }

/** A value found in the text, where it was found, and the probability that it is right. */
export type Found<Value = string> = { value: Value; page: number; box: Box; confidence: number }

/** Dates are `YYYY-MM-DD`; names are as in the text; case numbers are canonical. */
export type Fields = {
  judgement_number: Found | null
  case_numbers: Found[]
  court: Found | null
  judges: Found[]
  claimant: Found[]
  respondant: Found[]
  date: Found | null
  hijri_date: Found | null
  title: Found | null
  case_type: Found | null
  keywords: Found[]
  related_case_numbers: Found[]
  content_start_page: Found<number> | null
}

/** The columns of the table `analysis` that a run fills; `confidence_level` and `effort_score` are 0 to 100. */
export type Figures = {
  page_count: number
  scanned_page_count: number
  content_start_page: number
  tables_detected: number
  analyzable_page_count: number
  confidence_level: number
  effort_score: number
}

/** `code` is a row of the table of warnings, which has the sentence in both languages. */
export type Warning = { code: string; page: number | null; values: Record<string, string | number> }

export type AnalysisResult = {
  text: string
  pages: Page[]
  fields: Fields
  figures: Figures
  warnings: Warning[]
}
