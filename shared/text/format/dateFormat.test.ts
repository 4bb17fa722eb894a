import { expect, test } from 'vitest'
import { formatDate } from './dateFormat.ts'

test.each([
  ['2021-03-09', 'DD MMM YYYY', 'en', '09 Mar 2021'],
  ['2021-03-09', 'DD MMM YYYY', 'dv', '09 މާރިޗު 2021'],
  ['2021-03-01', 'MMM Do, YYYY', 'en', 'Mar 1st, 2021'],
  ['2021-11-12', 'MMM Do, YYYY', 'en', 'Nov 12th, 2021'],
  ['2021-11-23', 'MMM Do, YYYY', 'dv', 'ނޮވެމްބަރު 23، 2021'],
  ['2021-03-09T14:05', 'DD MMM YYYY HH:mm', 'en', '09 Mar 2021 14:05'],
] as const)('the date %s with the pattern %s is formatted in %s', (day, format, language, formatted) => {
  expect(formatDate(day, format, language)).toBe(formatted)
})

test('a text that is not a date is returned unchanged', () => {
  expect(formatDate('9 March', 'DD MMM YYYY', 'en')).toBe('9 March')
  expect(formatDate('2021-13-09', 'DD MMM YYYY', 'en')).toBe('2021-13-09')
})
