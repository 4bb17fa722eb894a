import { expect, test } from 'vitest'
import { encodedName, rangeOf } from '#server/files/range.ts'

test.each([
  ['bytes=0-4', { start: 0, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=5-99', { start: 5, end: 9 }],
  ['bytes=10-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=5-4', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=0-4', undefined],
  [undefined, undefined],
])('of ten bytes %s is %j', (header, part) => {
  expect(rangeOf(header, 10)).toEqual(part)
})

test('a name cannot leave its header', () => {
  expect(encodedName('a"\r\nx: y\'(1)*ޙ.pdf')).toMatch(/^[\w.%-]+$/)
})
