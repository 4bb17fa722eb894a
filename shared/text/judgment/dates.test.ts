import { expect, test } from 'vitest'
import { findDays } from './dates.ts'

test.each([
  ['14 نوفمبر 2024', '2024-11-14', false],
  ['10 رمضان 1441', '1441-09-10', true],
  ['23 ރަމަޟާންމަހު 1445', '1445-09-23', true],
])('a month has its Arabic name, or the word for a month joined to it: %s', (text, day, isHijri) => {
  expect(findDays(text)).toMatchObject([{ day, isHijri, doubt: 0 }])
})

test.each([
  ['2019', ' '],
  ['2019 5', ' '],
  ['2019 5 ', '.'],
  ['5 މޭ', ' '],
])('a day is not looked for over a gap without end: %s', (text, filler) => {
  expect(findDays(`${text}${filler.repeat(50_000)}2020 x`)).toEqual([])
})
