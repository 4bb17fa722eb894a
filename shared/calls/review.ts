import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { id, version } from './record.ts'
import { reviewLimits } from '#shared/resources/analysisReview.ts'
import { isBlankText } from '#shared/resource/empty.ts'
import { toLine, visibleText } from './text.ts'

/** The calls of the review of an analysis. Offsets are in UTF-16 units of the text of a line, as the analysis read it. */

const { lines_per_page, line_letters, corrections, reason_letters, glyph_letters, value_letters } = reviewLimits

const page = z.int().min(1).max(limits.analysis.pages)
const line = z.int().min(0).max(lines_per_page)
const offset = z.int().min(0).max(line_letters)
const act = z.uuid()

const correction = z.strictObject({
  page,
  line,
  start: offset,
  end: offset,
  /** The text of the range, as the user saw it: another text is refused. */
  before: z.string().min(1).max(line_letters),
  /** The same as `before` for a word that is right, and empty for one that is removed. */
  after: z
    .string()
    .overwrite((text) => (isBlankText(text) ? '' : toLine(text)))
    .max(line_letters),
})

export const reviewInput = z.strictObject({ id })
export const reviewPageInput = z.strictObject({ id, page })
export const correctInput = z.strictObject({
  id,
  version,
  act,
  corrections: z.array(correction).min(1).max(corrections),
  /** Applies the first correction to all doubtful words with the same text that no user has decided. */
  everywhere: z.boolean().optional(),
})
/** Whether a line of the blind sample is right; without it, its check is taken back. */
export const checkLineInput = z.strictObject({
  id,
  version,
  page,
  line,
  /** The line as the user saw it: that of another run is refused. */
  text: z.string().min(1).max(line_letters),
  is_right: z.boolean().optional(),
})
export const undoCorrectionInput = z.strictObject({
  id,
  version,
  act,
  /** Only the corrections that fit no line of the last run, also those of another user. */
  unplaced: z.boolean().optional(),
})
export const decideHiddenInput = z.strictObject({
  id,
  version,
  page,
  /** That of the page as the user saw it: after a run that found other hidden text it is refused. */
  hidden_key: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{64}$/),
  /** Why it is left out; without a reason, the decision is taken back. */
  reason: visibleText(reason_letters).optional(),
})
export const checkFieldInput = z.strictObject({
  id,
  version,
  field: z.string().min(1).max(limits.record.name_letters),
  /** The value that the user compared, as the review has it: another one is refused. */
  value: z.string().max(value_letters),
})

/** A hash of the outline of a glyph, and its letter; without a letter, the one that was given is taken back. */
export const setLetterInput = z.strictObject({
  id,
  version,
  outline: z
    .string()
    .max(16)
    .regex(/^[0-9a-f]{16}$/),
  /** Empty for an ornament. Spaces and invisible characters are no letters. */
  letter: z
    .string()
    .max(glyph_letters)
    .regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S}]*$/u)
    .optional(),
})

/** In points of the page; the origin is at the top left. */
export type ReviewBox = { x: number; y: number; width: number; height: number }
type ReviewReading = { engine: 'text-layer' | 'recognizer' | 'tesseract'; text: string; confidence: number }
type ReviewWord = { start: number; end: number; box: ReviewBox; confidence: number; readings: ReviewReading[] }
export type ReviewLine = { text: string; box: ReviewBox; role: string; words: ReviewWord[] }
type HiddenText = { text: string; box: ReviewBox; reason: string }

/**
 * A glyph whose letter the file does not say, at its first place. `read` is the letter that the last run read it as, `given`
 * the one that a person gave; null without.
 */
export type ReviewGlyph = {
  outline: string
  page: number
  box: ReviewBox
  count: number
  read: string | null
  given: string | null
}

export type CorrectionKind = 'accepted' | 'fixed' | 'joined' | 'split'

/** A correction at its place in the current lines. */
export type PlacedCorrection = {
  act: string
  page: number
  line: number
  start: number
  end: number
  after: string
  kind: CorrectionKind
  by: string
  mine: boolean
}

/** A correction of an earlier run that fits no line of the current one. */
export type UnplacedCorrection = { act: string; page: number; before: string; after: string; by: string }

/** The page without its text layer: what the strip of pages shows. `unread`: it is scanned, and no engine has read it. */
export type PageSummary = { number: number; width: number; height: number; unread: boolean; lines: number } & Pick<
  ReviewPage,
  'hidden'
> & {
    /** Names the hidden text of the page in a decision about it. */
    hidden_key: string
    /** Whether a user has decided about the hidden text of the page; true without any. */
    decided: boolean
  }

export type ReviewPage = {
  number: number
  width: number
  height: number
  lines: ReviewLine[]
  hidden: HiddenText[]
}

/** A doubtful word, or a line of the blind sample (without `confidence`). */
export type ReviewItem = { page: number; line: number; start: number; end: number; text: string; confidence?: number }

/** What the analysis found for a field. `checked`: a user compared its current value with the page. */
export type ReviewField = {
  name: string
  value: string
  page: number | null
  box: ReviewBox | null
  confidence: number | null
  checked: boolean
}

export type Review = {
  version: number
  /** The id of the PDF, which another can replace. */
  pdf_file: number
  pages: PageSummary[]
  /** In the order of the review: the least sure first, lines of the sample between the words. */
  items: ReviewItem[]
  corrections: PlacedCorrection[]
  unplaced: UnplacedCorrection[]
  /** Checked lines of the sample of the last run; `size` is the number of lines in it. */
  sample: { size: number; lines: { page: number; line: number; is_right: boolean }[] }
  /** Of the lines that were checked last in all analyses, how many were wrong. */
  all_samples: { checked: number; wrong: number }
  /** Glyphs without a letter of the file, those that no one has decided first. */
  glyphs: ReviewGlyph[]
  /** Analyses, this one among them, that were read before a letter of these glyphs was given. */
  outdated: number
  fields: ReviewField[]
  warnings: { text: string; page: number | null }[]
  /** The judges of the analysis who are not in the list of judges: with them it cannot be finalized. */
  unknown_judges: string[]
}
