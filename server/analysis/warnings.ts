import { isUnread } from './figures.ts'
import type { Fields, Page, Warning } from './types.ts'

/** What a person should look at before the analysis is finalized, in the order of the pages. */
export const warningsOf = (pages: readonly Page[], fields: Fields): Warning[] => [
  ...fileWarnings(pages),
  ...fieldWarnings(fields),
  ...pages.flatMap(pageWarnings),
]

function fileWarnings(pages: readonly Page[]): Warning[] {
  const unread = pages.filter(isUnread).length
  const recognized = pages.filter((page) => page.scanned && !isUnread(page)).length
  const hasText = pages.some(({ text }) => text.trim() !== '')
  return [
    ...warnIf(unread > 0, 'scanned-pages', null, { count: unread }),
    ...warnIf(recognized > 0, 'read-by-ocr', null, { count: recognized }),
    ...warnIf(!hasText, 'no-text', null),
  ]
}

const fieldWarnings = (fields: Fields): Warning[] => [
  ...warnIf(fields.case_numbers.length === 0, 'no-case-number', null),
  ...warnIf(fields.court === null, 'no-court', null),
  ...warnIf(fields.date === null, 'no-date', null),
  ...warnIf(fields.judges.length === 0, 'no-judge', null),
  ...warnIf(fields.claimant.length + fields.respondant.length === 0, 'no-party', null),
]

/** Below this confidence a page is worth a warning. */
const doubtfulPageBelow = 0.6

function pageWarnings(page: Page): Warning[] {
  const { number, hidden, unknown_glyphs, tables, confidence } = page
  const unknown = unknown_glyphs.filter(({ letter }) => letter === null).reduce((sum, { count }) => sum + count, 0)
  return [
    ...warnIf(hidden.length > 0, 'hidden-text', number),
    ...warnIf(unknown > 0, 'unknown-glyphs', number, { count: unknown }),
    ...warnIf(page.lines.length > 0 && confidence < doubtfulPageBelow, 'doubtful-page', number),
    ...warnIf(tables.length > 0, 'tables-found', number, { count: tables.length }),
  ]
}

/** Below this share of its letters the text of a file is not what its pages show. */
const agreeingShare = 0.75

/** Whether the parts of lines that were read from their pictures are those of the text layer. */
export const warnOfPictures = (agreement: { share: number } | null): Warning[] =>
  agreement && agreement.share < agreeingShare
    ? [{ code: 'picture-differs', page: null, values: { share: `${Math.round(agreement.share * 100)}%` } }]
    : []

const warnIf = (isTrue: boolean, code: string, page: number | null, values: Warning['values'] = {}): Warning[] =>
  isTrue ? [{ code, page, values }] : []
