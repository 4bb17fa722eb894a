import { expect, test } from 'vitest'
import { buffersMb } from './cluster.ts'

test('the embedded database takes an eighth of the memory, from 256 MB to 1 GB', () => {
  const gigabytes = [0.5, 2, 4, 8, 64]
  expect(gigabytes.map((size) => buffersMb(size * 1024 ** 3))).toEqual([256, 256, 512, 1024, 1024])
})
