import { expect, test } from 'vitest'
import { nextIndex } from './ToolIcon.tsx'

test.each([
  ['ArrowLeft', 0, true, 1],
  ['ArrowRight', 0, true, 3],
  ['ArrowRight', 0, false, 1],
  ['ArrowLeft', 0, false, 3],
  ['ArrowLeft', 3, true, 0],
  ['End', 1, true, 3],
  ['Home', 2, true, 0],
])('%s from tool %i moves along the reading direction (right to left: %s) to %i', (key, current, rightToLeft, next) => {
  expect(nextIndex(key, { current, count: 4, rightToLeft })).toBe(next)
})

test('keys other than arrows, Home and End move nothing', () => {
  expect(nextIndex('a', { current: 0, count: 4, rightToLeft: true })).toBeUndefined()
  expect(nextIndex('toString', { current: 0, count: 4, rightToLeft: true })).toBeUndefined()
})
