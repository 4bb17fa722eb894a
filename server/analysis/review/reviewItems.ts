import { randomInt } from 'node:crypto'
import type { ReviewItem } from '#shared/calls/review.ts'
import { isDoubtful, reviewLimits } from '#shared/resources/analysisReview.ts'
import type { Line, LineRole, Page } from '#server/analysis/types.ts'

const { sure_line, sample_share, sample_lines, items } = reviewLimits

/** Lines with these roles are not part of the judgment. */
const outside: ReadonlySet<LineRole> = new Set(['header', 'footer', 'page-number'])

/**
 * What a user looks at: the doubtful words, the least sure first, with the lines of the blind sample spread evenly between
 * them.
 */
export function reviewItems(pages: readonly Page[], drawn: readonly Omit<SampledLine, 'confidence'>[]): ReviewItem[] {
  const words = doubtfulWords(pages)
  const sample = drawn.map((line): ReviewItem => ({ ...line, start: 0, end: line.text.length }))
  const share = sample.length === 0 ? 0 : Math.ceil((words.length + 1) / sample.length)
  const mixed: ReviewItem[] = []
  for (const [index, word] of words.entries()) {
    mixed.push(word)
    const line = (index + 1) % share === 0 ? sample.shift() : undefined
    if (line) mixed.push(line)
  }
  return [...mixed, ...sample]
}

/** The words of the judgment that a user should look at, the least sure first. */
export function doubtfulWords(pages: readonly Page[]): ReviewItem[] {
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
    .slice(0, items)
}

/** A line that the analysis is sure of. */
export type SampledLine = { page: number; line: number; text: string; confidence: number }

/** The lines of a page that the sample is drawn from. */
export const sureLines = (page: Page): SampledLine[] =>
  linesOf([page])
    .filter(({ line }) => line.confidence >= sure_line && line.words.length > 1 && !line.words.some(isDoubtful))
    .map(({ page: number, index, line: { text, confidence } }) => ({ page: number, line: index, text, confidence }))

/** The blind sample of a run: a share of its sure lines, drawn at random. */
export function drawSample(sure: readonly SampledLine[]): SampledLine[] {
  const size = Math.min(sample_lines, Math.ceil(sure.length * sample_share))
  const rest = [...sure]
  return Array.from({ length: size }, () => rest.splice(randomInt(rest.length), 1)).flat()
}

const linesOf = (pages: readonly Page[]): { page: number; index: number; line: Line }[] =>
  pages.flatMap(({ number, lines }) =>
    lines.flatMap((line, index) => (outside.has(line.role) ? [] : [{ page: number, index, line }])),
  )
