import { expect, test } from 'vitest'
import { firstIndexWhere } from './binarySearch.ts'

test('a binary search finds the first index for which the condition holds, in every list of up to 40 items', () => {
  for (let length = 0; length <= 40; length += 1)
    for (let first = 0; first <= length; first += 1) {
      const asked: number[] = []
      const found = firstIndexWhere(length, (index) => {
        asked.push(index)
        return index >= first
      })
      expect({ length, found }).toEqual({ length, found: first })
      expect(asked.filter((index) => index < 0 || index >= length)).toEqual([])
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(length + 1)))
    }
})
