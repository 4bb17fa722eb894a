import { expect, test } from 'vitest'
import { isDay, isMoment } from './days.ts'

test.each([
  ['2021-11-14', true],
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2021-13-01', false],
  ['2021-00-10', false],
  ['0000-01-01', false],
  ['2021-1-4', false],
  ['14-11-2021', false],
  ['', false],
])('the text %j is a calendar day: %j', (text, is) => {
  expect(isDay(text)).toBe(is)
})

test.each([
  ['2021-11-14T00:00', true],
  ['2021-11-14T23:59', true],
  ['2021-11-14T24:00', false],
  ['2021-02-29T09:30', false],
  ['2021-11-14T09:30Z', false],
  ['2021-11-14', false],
  ['2021-11-14T', false],
])('the text %j is a calendar day with a time: %j', (text, is) => {
  expect(isMoment(text)).toBe(is)
})
