import { expect, test } from 'vitest'
import { linesAround, snapToLetters } from './textRange.ts'

const text = 'ކުލި ދެއްކި\n އެކަން 😀 '

test.each([
  [0, 1, 'ކު'],
  [1, 4, 'ކުލި'],
  [4, 11, 'ދެއްކި'],
  [9, 20, 'ކި\n އެކަން'],
  [19, 21, undefined],
  [3, 3, undefined],
  [4, 5, undefined],
])('the range from %i to %i holds the whole letters %j', (start, end, expected) => {
  const range = snapToLetters(text, { start, end })
  expect(range && text.slice(range.start, range.end)).toBe(expected)
})

test('the lines around a range have no line break at their ends', () => {
  const { start, end } = linesAround('one\ntwo\nthree', { start: 5, end: 6 })
  expect('one\ntwo\nthree'.slice(start, end)).toBe('two')
  expect(linesAround('one\ntwo\nthree', { start: 1, end: 9 })).toEqual({ start: 0, end: 13 })
})
