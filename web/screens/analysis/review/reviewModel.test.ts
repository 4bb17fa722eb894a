import { expect, test } from 'vitest'
import type { Review, ReviewItem } from '#shared/calls/review.ts'
import { alikeItems } from './reviewModel.ts'

const item = (page: number, text: string, confidence?: number): ReviewItem => ({
  page,
  line: 0,
  start: 0,
  end: text.length,
  text,
  ...(confidence !== undefined && { confidence }),
})
const reviewOf = (items: ReviewItem[], corrections: Review['corrections'] = []) => ({
  items,
  corrections,
  sample: { size: 0, lines: [] },
})
const correctionOf = ({ page, line, start, end, text }: ReviewItem) => ({
  act: 'one', page, line, start, end, after: text, kind: 'accepted' as const, by: '', mine: true,
}) // prettier-ignore

test('alike words are the doubtful ones with the same text that are not done, and none of a word that is not doubtful', () => {
  const [one, two, three, other] = [item(1, 'ކުލި', 0.5), item(2, 'ކުލި', 0.6), item(3, 'ކުލި', 0.7), item(4, 'ގެ', 0.5)]
  const items = [one, two, three, other, item(5, 'ކުލި')]
  expect(alikeItems(reviewOf(items), one)).toEqual([one, two, three])
  expect(alikeItems(reviewOf(items, [correctionOf(one), correctionOf(two)]), one)).toEqual([one, three])
  expect(alikeItems(reviewOf(items), item(6, 'ކުލި', 0.95))).toEqual([])
})
