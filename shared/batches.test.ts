import { expect, test } from 'vitest'
import { batchesOf } from './batches.ts'

test('batches have all items in order, and only the last one is shorter', () => {
  expect([...batchesOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]])
  expect([...batchesOf([1, 2, 3, 4], 2)]).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect([...batchesOf([], 2)]).toEqual([])
})
