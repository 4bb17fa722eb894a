import { expect, test } from 'vitest'
import { applyMask } from './texts.tsx'

test.each([
  ['an input mask inserts its separators', '20211114', '9999-99-99', '2021-11-14'],
  ['a complete text stays unchanged under its mask', '2021-11-14', '9999-99-99', '2021-11-14'],
  ['an incomplete text has no trailing separator', '2021', '9999-99-99', '2021'],
  ['a separator is inserted with the next character', '20211', '9999-99-99', '2021-1'],
  ['characters that do not match the mask are dropped', '20x1', '999', '201'],
  ['text longer than the mask is cut', '12345', '999', '123'],
  ['a mask distinguishes letters and digits', 'ab12', 'aa-99', 'ab-12'],
  ['text without a mask is kept on one line', ' 123/Cv-C/2021\n', undefined, ' 123/Cv-C/2021 '],
  ['direction marks are dropped from masked text', '\u2066123/Cv-C/2021\u2069', undefined, '123/Cv-C/2021'],
])('%s', (_name, typed, mask, output) => {
  expect(applyMask(typed, mask)).toBe(output)
})
