import { expect, test } from 'vitest'
import { isLinkAddress } from '#shared/delta/delta.ts'
import { toHtml } from '#shared/delta/html.ts'
import { fromQuill } from '#shared/delta/quill.ts'
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

test.each([
  ['https://example.mv/a', 'https://example.mv/a'],
  ['office@example.mv', 'mailto:office@example.mv'],
  ['/case?ref=abc', undefined],
  ['https:example.mv', undefined],
])('in a judgment, %s is normalized to the link address %s, which the server and the reader keep', (typed, address) => {
  expect(normalizeAddress(typed, isLinkAddress)).toBe(address)
  const text = {
    content: [{ insert: 'a', attributes: { link: address ?? typed } }, { insert: '\n' }],
    footnotes: [],
    annotations: [],
  }
  expect(JSON.stringify(fromQuill(text)).includes('link')).toBe(address !== undefined)
  expect(toHtml(text).includes('href')).toBe(address !== undefined)
})
