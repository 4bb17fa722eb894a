import { expect, test } from 'vitest'
import { dayTyped, isDay } from './days.ts'

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
])('%j is a day: %j', (text, is) => {
  expect(isDay(text)).toBe(is)
})

test.each([
  ['2021-11-14', '2021-11-14'],
  [' 2021/3/4 ', '2021-03-04'],
  ['4/3/2021', '2021-03-04'],
  ['14.11.2021', '2021-11-14'],
  ['\u200f2021-11-14\u200e', '2021-11-14'],
  ['31/02/2021', '31/02/2021'],
  ['soon', 'soon'],
  ['', ''],
])('typed %j is read as %j', (typed, day) => {
  expect(dayTyped(typed)).toBe(day)
})
