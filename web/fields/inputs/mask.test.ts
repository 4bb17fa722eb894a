import { expect, test } from 'vitest'
import { masked } from './mask.ts'

test.each([
  ['the marks of the pattern are written by themselves', '20211114', '9999-99-99', '2021-11-14'],
  ['what is written in full stays', '2021-11-14', '9999-99-99', '2021-11-14'],
  ['a beginning stays a beginning, without marks behind it', '2021', '9999-99-99', '2021'],
  ['the next mark comes with the next letter', '20211', '9999-99-99', '2021-1'],
  ['letters that do not fit are left out', '20x1', '999', '201'],
  ['what is too long is cut', '12345', '999', '123'],
  ['letters and digits have places of their own', 'ab12', 'aa-99', 'ab-12'],
  ['without a pattern all stays on one line', ' 123/Cv-C/2021\n', undefined, ' 123/Cv-C/2021 '],
  ['marks of direction are no letters', '\u2066123/Cv-C/2021\u2069', undefined, '123/Cv-C/2021'],
])('%s', (_name, typed, mask, written) => {
  expect(masked(typed, mask)).toBe(written)
})
