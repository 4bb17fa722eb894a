import { expect, test } from 'vitest'
import type { Review, ReviewItem, ReviewLine, ReviewPage } from '#shared/calls/review.ts'
import { alikeItems, itemNextTo, resultOfLine, shownText, wordNextTo } from './reviewModel.ts'

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
  act: 'one',
  page,
  line,
  start,
  end,
  after: text,
  kind: 'accepted' as const,
  by: '',
  mine: true,
})

test('alike words are the doubtful ones with the same text that are not done, and none of a word that is not doubtful', () => {
  const [one, two, three, other] = [item(1, 'ކުލި', 0.5), item(2, 'ކުލި', 0.6), item(3, 'ކުލި', 0.7), item(4, 'ގެ', 0.5)]
  const items = [one, two, three, other, item(5, 'ކުލި')]
  expect(alikeItems(reviewOf(items), one)).toEqual([one, two, three])
  expect(alikeItems(reviewOf(items, [correctionOf(one), correctionOf(two)]), one)).toEqual([one, three])
  expect(alikeItems(reviewOf(items), item(6, 'ކުލި', 0.95))).toEqual([])
})

const box = { x: 0, y: 0, width: 1, height: 1 }
const lineOf = (text: string): ReviewLine => ({
  text,
  box,
  role: 'body',
  words: [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    box,
    confidence: 0.99,
    readings: [],
  })),
})

test('a line of the sample that was corrected before is wrong, also when the user takes it as it is shown', () => {
  const line = lineOf('ކުލި ދެއްކި')
  expect(resultOfLine(line, line.text, line.text)).toEqual({ is_right: true })
  expect(resultOfLine(line, 'ކުލި ދެއްކީ', 'ކުލި ދެއްކީ')).toEqual({ is_right: false })
  expect(resultOfLine(line, line.text, 'ކުލި ދެއްކީ')).toMatchObject({
    is_right: false,
    change: { before: 'ދެއްކި', after: 'ދެއްކީ' },
  })
  expect(resultOfLine(line, 'ކުލި ދެއްކީ', line.text)).toMatchObject({
    is_right: true,
    change: { before: line.text, after: line.text },
  })
})

test('the shown text of a line is without the words that were removed and the space after each', () => {
  const line = lineOf('އެއް ދެ ތިން ހަތަރު')
  const removed = (start: number, end: number) => ({ ...correctionOf(item(1, '')), start, end })
  expect(shownText([removed(5, 7), removed(8, 12)], line, { page: 1, line: 0 })).toBe('އެއް ހަތަރު')
  expect(shownText([removed(0, 4), removed(13, 19)], line, { page: 1, line: 0 })).toBe('ދެ ތިން')
})

test('the arrow keys go from a word that is no item to the nearest item in the text, and nowhere without items', () => {
  const [far, near, before] = [item(3, 'ކުލި', 0.2), item(2, 'ގެ', 0.5), item(1, 'ފި', 0.6)]
  const items = [far, near, before]
  const word = { ...item(1, 'މިއީ', 0.99), start: 9, end: 13 }
  expect([itemNextTo(items, word, 1), itemNextTo(items, word, -1)]).toEqual([near, before])
  expect([itemNextTo(items, near, 1), itemNextTo(items, far, -1)]).toEqual([before, before])
  expect([itemNextTo(items, undefined, 1), itemNextTo(items, undefined, -1)]).toEqual([before, far])
  expect(itemNextTo([], word, 1)).toBeUndefined()
})

test('on another page than that of the selected word, the arrow keys begin with its first or last word', () => {
  const page: ReviewPage = { number: 2, width: 1, height: 1, lines: [lineOf('އެއް ދެ'), lineOf('ތިން')], hidden: [] }
  const review = { corrections: [], items: [] }
  expect(wordNextTo(page, review, item(1, 'ކުލި'), 1).text).toBe('އެއް')
  expect(wordNextTo(page, review, item(3, 'ކުލި'), -1).text).toBe('ތިން')
  expect(wordNextTo(page, review, { ...item(2, 'އެއް') }, 1).text).toBe('ދެ')
})
