import { expect, test } from 'vitest'
import { dayTyped, hourTyped, momentOf, momentTyped, partsOfMoment } from './dates.ts'

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

test.each([
  ['09:30', '09:30'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['0930', '09:30'],
  ['\u200f23:59', '23:59'],
  ['24:00', '24:00'],
  ['noon', 'noon'],
  ['', ''],
])('typed %j is read as the hour %j', (typed, hour) => {
  expect(hourTyped(typed)).toBe(hour)
})

test('a day and an hour are one moment, also while one of them is missing', () => {
  expect(momentOf('2024-03-02', '09:30')).toBe('2024-03-02T09:30')
  expect(momentOf('', '')).toBeNull()
  expect(momentTyped('2/3/2024T9.30')).toBe('2024-03-02T09:30')
  expect(partsOfMoment('2024-03-02T09:30')).toEqual({ day: '2024-03-02', hour: '09:30' })
  expect(partsOfMoment('T09:30')).toEqual({ day: '', hour: '09:30' })
  expect(partsOfMoment('2024-03-02T')).toEqual({ day: '2024-03-02', hour: '' })
})
