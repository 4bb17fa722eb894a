import { expect, test } from 'vitest'
import { normalizeAddress } from './address.ts'

test.each([
  ['https://example.mv/a', 'https://example.mv/a'],
  ['  example.mv ', 'https://example.mv'],
  ['example.mv/a?b=1', 'https://example.mv/a?b=1'],
  ['office@example.mv', 'mailto:office@example.mv'],
  ['mailto:office@example.mv', 'mailto:office@example.mv'],
  ['/case?ref=abc', '/case?ref=abc'],
])('%s is normalized to the link address %s', (typed, address) => {
  expect(normalizeAddress(typed)).toBe(address)
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
])('%s is not accepted as a link address', (typed) => {
  expect(normalizeAddress(typed)).toBeUndefined()
})
