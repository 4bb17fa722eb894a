import { expect, test } from 'vitest'
import { isCompleteCode, pastedCode, typedCode } from './CodeField.tsx'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['123-456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳ ۴۵۶', '123456'],
  ['１２３４５６', '123456'],
  ['\u2068123456\u2069', '123456'],
  ['12 34ab', '1234'],
  ['1234567', '123456'],
  ['', ''],
])('typing %j into the code field results in %j', (text, code) => {
  expect(typedCode(text)).toBe(code)
})

test.each([
  ['the code alone', ' 123456\n', '123456'],
  ['a code with spaces', '1 2 3 4 5 6', '123456'],
  ['a code of Arabic-Indic digits', 'ކޯޑު: ٤٠٢ ٩١٧', '402917'],
  ['a letter in English', 'Your code is 402917.\nIt lives for 10 minutes. 1 March 2026', '402917'],
  ['a letter in Dhivehi', 'އޯޓީޕީ ކޯޑު: \u2066402917\u2069\nމި ކޯޑުގެ މުއްދަތަކީ 10 މިނެޓު', '402917'],
  ['a letter with a day and a telephone', '2026-03-01 3301234 code 402 917', '402917'],
  ['a piece of a code', '402', '402'],
  ['no code', 'hello', ''],
])('pasting %s into the code field extracts the code', (_name, text, code) => {
  expect(pastedCode(text)).toBe(code)
})

test('a code is complete when it has six digits', () => {
  expect(isCompleteCode('123456')).toBe(true)
  expect(isCompleteCode('12345')).toBe(false)
})
