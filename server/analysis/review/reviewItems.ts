import { fingerprint } from '#shared/text/fingerprint.ts'
import type { ReviewItem } from '#shared/calls/review.ts'
import { isDoubtful, reviewLimits } from '#shared/resources/analysisReview.ts'
import type { Line, LineRole, Page } from '../types.ts'

const { sure_line, sample_share, sample_lines, items } = reviewLimits

/** Lines with these roles are not part of the judgment. */
const outside: ReadonlySet<LineRole> = new Set(['header', 'footer', 'page-number'])

/**
 * What a user looks at: the doubtful words, the least sure first, with the lines of the blind sample spread evenly between
 * them. Both are the same for every user.
 */
export function reviewItems(pages: readonly Page[]): ReviewItem[] {
  const words = doubtfulWords(pages).slice(0, items)
  const sample = sampleLines(pages)
  const share = sample.length === 0 ? 0 : Math.ceil((words.length + 1) / sample.length)
  const mixed: ReviewItem[] = []
  for (const [index, word] of words.entries()) {
    mixed.push(word)
    const line = (index + 1) % share === 0 ? sample.shift() : undefined
    if (line) mixed.push(line)
  }
  return [...mixed, ...sample]
}

function doubtfulWords(pages: readonly Page[]): ReviewItem[] {
  return linesOf(pages)
    .flatMap(({ page, index, line }) =>
      line.words.filter(isDoubtful).map(({ start, end, confidence }) => ({
        page,
        line: index,
        start,
        end,
        text: line.text.slice(start, end),
        confidence,
      })),
    )
    .sort((one, other) => one.confidence - other.confidence || one.page - other.page || one.line - other.line)
}

/** Chosen by a hash of their place and text: unpredictable, and the same for every user. */
export function sampleLines(pages: readonly Page[]): ReviewItem[] {
  const sure = linesOf(pages).filter(
    ({ line }) => line.confidence >= sure_line && line.words.length > 1 && !line.words.some(isDoubtful),
  )
  const size = Math.min(sample_lines, Math.ceil(sure.length * sample_share))
  return sure
    .map(({ page, index, line }) => ({
      order: fingerprint(`${page} ${index} ${line.text}`),
      item: { page, line: index, start: 0, end: line.text.length, text: line.text },
    }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, size)
    .map(({ item }) => item)
}

const linesOf = (pages: readonly Page[]): { page: number; index: number; line: Line }[] =>
  pages.flatMap(({ number, lines }) =>
    lines.flatMap((line, index) => (outside.has(line.role) ? [] : [{ page: number, index, line }])),
  )
