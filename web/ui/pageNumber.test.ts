import { expect, test } from 'vitest'
import { pageTyped } from './pageNumber.ts'

test.each([
  ['the first page', '1', 1],
  ['the last page', '13', 13],
  ['a page with spaces around it', ' 7 ', 7],
  ['a page with a zero before it', '07', 7],
])('%s is accepted', (_name, text, page) => {
  expect(pageTyped(text, 13)).toBe(page)
})

test.each([
  ['zero', '0'],
  ['a page past the end', '14'],
  ['a negative number', '-1'],
  ['a fraction', '1.5'],
  ['an exponent', '1e1'],
  ['letters', 'އެއް'],
  ['nothing', ''],
])('%s is refused', (_name, text) => {
  expect(pageTyped(text, 13)).toBeUndefined()
})
