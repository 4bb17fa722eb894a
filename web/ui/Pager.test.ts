import { expect, test } from 'vitest'
import { parsePage } from './Pager.tsx'

test.each([
  ['the first page', '1', 1],
  ['the last page', '13', 13],
  ['a page with spaces around it', ' 7 ', 7],
  ['a page with a zero before it', '07', 7],
  ['a page in Arabic digits', '١٢', 12],
])('%s is a valid page number', (_name, text, page) => {
  expect(parsePage(text, 13)).toBe(page)
})

test.each([
  ['zero', '0'],
  ['a page past the end', '14'],
  ['a negative number', '-1'],
  ['a fraction', '1.5'],
  ['an exponent', '1e1'],
  ['letters', 'އެއް'],
  ['nothing', ''],
])('%s is not a valid page number', (_name, text) => {
  expect(parsePage(text, 13)).toBeUndefined()
})
