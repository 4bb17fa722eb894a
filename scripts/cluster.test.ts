import { expect, test } from 'vitest'
import { buffersMb } from './cluster.ts'

test('shared_buffers of the embedded database is an eighth of the memory, between 256 MB and 1 GB', () => {
  const gigabytes = [0.5, 2, 4, 8, 64]
  expect(gigabytes.map((size) => buffersMb(size * 1024 ** 3))).toEqual([256, 256, 512, 1024, 1024])
})
