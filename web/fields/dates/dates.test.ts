import { expect, test } from 'vitest'
import { parseTypedDay, parseTypedHour, joinMoment, parseTypedMoment, splitMoment } from './dates.ts'

test.each([
  ['2021-11-14', '2021-11-14'],
  [' 2021/3/4 ', '2021-03-04'],
  ['4/3/2021', '2021-03-04'],
  ['14.11.2021', '2021-11-14'],
  ['\u200f2021-11-14\u200e', '2021-11-14'],
  ['20211114', '2021-11-14'],
  ['١٤/١١/٢٠٢١', '2021-11-14'],
  ['۲۰۲۱-۱۱-۱۴', '2021-11-14'],
  ['20210231', '20210231'],
  ['31/02/2021', '31/02/2021'],
  ['soon', 'soon'],
  ['', ''],
])('the typed date %j is parsed as %j', (typed, day) => {
  expect(parseTypedDay(typed)).toBe(day)
})

test.each([
  ['09:30', '09:30'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['0930', '09:30'],
  ['٩:٣٠', '09:30'],
  ['\u200f23:59', '23:59'],
  ['24:00', '24:00'],
  ['noon', 'noon'],
  ['', ''],
])('the typed time %j is parsed as %j', (typed, hour) => {
  expect(parseTypedHour(typed)).toBe(hour)
})

test('a date and a time form one moment, also while one of them is missing', () => {
  expect(joinMoment('2024-03-02', '09:30')).toBe('2024-03-02T09:30')
  expect(joinMoment('', '')).toBeNull()
  expect(parseTypedMoment('2/3/2024T9.30')).toBe('2024-03-02T09:30')
  expect(splitMoment('2024-03-02T09:30')).toEqual({ day: '2024-03-02', hour: '09:30' })
  expect(splitMoment('T09:30')).toEqual({ day: '', hour: '09:30' })
  expect(splitMoment('2024-03-02T')).toEqual({ day: '2024-03-02', hour: '' })
})
