import { expect, test } from 'vitest'
import { isReversed, isWithin, readRange, writeRange } from './dayRange.ts'

test.each([
  ['2024-01-01..2024-03-31', { from: '2024-01-01', to: '2024-03-31' }],
  ['2024-01-01..', { from: '2024-01-01' }],
  ['..2024-03-31', { to: '2024-03-31' }],
])('%j is read as it was written', (text, range) => {
  expect(readRange(text)).toEqual(range)
  expect(writeRange(range)).toBe(text)
})

test.each(['', '..', 'soon', '2024-13-01..2023-02-29'])('%j narrows nothing', (text) => {
  expect(readRange(text)).toEqual({})
  expect(writeRange(readRange(text))).toBe('')
})

test.each([
  ['the first day', { from: '2024-01-01' }, '2024-01-01', true],
  ['the last hour of the last day', { to: '2024-03-31' }, '2024-03-31T23:59', true],
  ['the day before', { from: '2024-01-01' }, '2023-12-31', false],
  ['the day after', { from: '2024-01-01', to: '2024-03-31' }, '2024-04-01T00:00', false],
  ['nothing', { from: '2024-01-01' }, null, false],
])('%s', (_name, range, value, is) => {
  expect(isWithin(range, value)).toBe(is)
})

test('a range that ends before it begins is reversed, one of a single day is not', () => {
  expect(isReversed({ from: '2024-01-02', to: '2024-01-01' })).toBe(true)
  expect(isReversed({ from: '2024-01-01', to: '2024-01-01' })).toBe(false)
  expect(isReversed({ to: '2024-01-01' })).toBe(false)
})
