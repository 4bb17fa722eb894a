import { expect, test } from 'vitest'
import { stepOf } from './roving.ts'

test.each([
  ['ArrowLeft', 0, true, 1],
  ['ArrowRight', 0, true, 3],
  ['ArrowRight', 0, false, 1],
  ['ArrowLeft', 0, false, 3],
  ['ArrowLeft', 3, true, 0],
  ['End', 1, true, 3],
  ['Home', 2, true, 0],
])('%s from tool %i leads along the line of reading (right to left: %s) to %i', (key, at, rightToLeft, next) => {
  expect(stepOf(key, { at, count: 4, rightToLeft })).toBe(next)
})

test('letters lead nowhere', () => {
  expect(stepOf('a', { at: 0, count: 4, rightToLeft: true })).toBeUndefined()
  expect(stepOf('toString', { at: 0, count: 4, rightToLeft: true })).toBeUndefined()
})
