import { expect, test } from 'vitest'
import { encodeFileName, parseRange } from './range.ts'

test.each([
  ['bytes=0-4', { start: 0, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=10-', 'past-end'],
  ['bytes=-0', 'past-end'],
  ['bytes=5-4', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-4', undefined],
  [undefined, undefined],
])('the range header %s of ten bytes is parsed as %j', (header, part) => {
  expect(parseRange(header, 10)).toEqual(part)
})

test('a file name cannot break out of its header', () => {
  expect(encodeFileName('a"\r\nx: y\'(1)*ޙ.pdf')).toMatch(/^[\w.%-]+$/)
})
