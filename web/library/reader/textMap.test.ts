import { expect, test } from 'vitest'
import { nodeIndexAt } from './textMap.ts'

test('an offset belongs to the last text node that starts at or before it', () => {
  const starts = [0, 5, 6, 20]
  expect([0, 4, 5, 6, 19, 20, 99].map((offset) => nodeIndexAt(starts, offset))).toEqual([0, 0, 1, 2, 2, 3, 3])
})

test('without text nodes every offset has index 0', () => {
  expect(nodeIndexAt([], 3)).toBe(0)
})
