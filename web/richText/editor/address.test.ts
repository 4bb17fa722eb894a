import { expect, test } from 'vitest'
import { readAddress } from './address.ts'

test.each([
  ['https://example.mv/a', 'https://example.mv/a'],
  ['  example.mv ', 'https://example.mv'],
  ['example.mv/a?b=1', 'https://example.mv/a?b=1'],
  ['office@example.mv', 'mailto:office@example.mv'],
  ['mailto:office@example.mv', 'mailto:office@example.mv'],
  ['/case?ref=abc', '/case?ref=abc'],
])('%s leads to %s', (typed, address) => {
  expect(readAddress(typed)).toBe(address)
})

test.each([
  '',
  'words',
  'http://plain.mv',
  'javascript:alert(1)',
  'java script.mv',
  '//other.mv',
  '/\\other.mv',
  'data:x',
])('%s leads nowhere', (typed) => {
  expect(readAddress(typed)).toBeUndefined()
})
