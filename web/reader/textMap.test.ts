import { expect, test } from 'vitest'
import { pieceAt } from './textMap.ts'

test('an offset belongs to the piece that begins last before it', () => {
  const starts = [0, 5, 6, 20]
  expect([0, 4, 5, 6, 19, 20, 99].map((offset) => pieceAt(starts, offset))).toEqual([0, 0, 1, 2, 2, 3, 3])
})

test('without pieces every offset belongs to the first, which is not there', () => {
  expect(pieceAt([], 3)).toBe(0)
})
