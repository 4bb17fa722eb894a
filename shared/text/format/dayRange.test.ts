import { expect, test } from 'vitest'
import { isReversed, isWithin, parseDayRange, formatDayRange } from './dayRange.ts'

test.each([
  ['2024-01-01..2024-03-31', { from: '2024-01-01', to: '2024-03-31' }],
  ['2024-01-01..', { from: '2024-01-01' }],
  ['..2024-03-31', { to: '2024-03-31' }],
])('the day range %j is the same after parsing and formatting', (text, range) => {
  expect(parseDayRange(text)).toEqual(range)
  expect(formatDayRange(range)).toBe(text)
})

test.each(['', '..', 'soon', '2024-13-01..2023-02-29'])(
  'the text %j is not a day range and parses to an open range',
  (text) => {
    expect(parseDayRange(text)).toEqual({})
    expect(formatDayRange(parseDayRange(text))).toBe('')
  },
)

test.each([
  ['the first day', { from: '2024-01-01' }, '2024-01-01', true],
  ['the last hour of the last day', { to: '2024-03-31' }, '2024-03-31T23:59', true],
  ['the day before', { from: '2024-01-01' }, '2023-12-31', false],
  ['the day after', { from: '2024-01-01', to: '2024-03-31' }, '2024-04-01T00:00', false],
  ['nothing', { from: '2024-01-01' }, null, false],
])('a day range: %s', (_name, range, value, isInside) => {
  expect(isWithin(range, value)).toBe(isInside)
})

test('a range that ends before it starts is reversed, a range of one day is not', () => {
  expect(isReversed({ from: '2024-01-02', to: '2024-01-01' })).toBe(true)
  expect(isReversed({ from: '2024-01-01', to: '2024-01-01' })).toBe(false)
  expect(isReversed({ to: '2024-01-01' })).toBe(false)
})
