/**
 * Sizes in the review of an analysis: lines of a page, letters of a line, corrections of one act, letters of the
 * reason for leaving out hidden text, of a glyph, and of the value of a field; the confidence from which a word or a line counts as sure; the share of sure lines in
 * the sample and the most of them, and the checked lines of all analyses that are counted; doubtful words and unknown glyphs
 * in one review, and analyses that are read again in one call; pictures of pages: their resolution and size, the time
 * and number of the processes that draw them, and how many are cached.
 */
export const reviewLimits = {
  lines_per_page: 2000,
  line_letters: 1000,
  corrections: 2,
  reason_letters: 500,
  glyph_letters: 8,
  value_letters: 20_000,
  sure: 0.8,
  sure_line: 0.95,
  sample_share: 0.05,
  sample_lines: 40,
  counted_lines: 1000,
  items: 5000,
  glyphs: 200,
  runs: 100,
  picture_dpi: 150,
  picture_bytes: 16 * 1024 ** 2,
  picture_seconds: 20,
  picture_processes: 2,
  cached_pictures: 2000,
} as const

type Word = { confidence: number; readings: readonly { text: string }[] }

/** Whether a user should look at a word: it is not sure enough, or the engines read it differently. */
export const isDoubtful = ({ confidence, readings }: Word) =>
  confidence < reviewLimits.sure || readings.some(({ text }) => text !== readings[0]?.text)

/** The fields that finalizing needs, besides the text. */
export const neededToFinalize: readonly string[] = ['analysis_case_numbers', 'court', 'title']
