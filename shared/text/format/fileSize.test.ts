import { expect, test } from 'vitest'
import { fileSize } from './fileSize.ts'

test.each([
  [0, '0 Bytes'],
  [-5, '0 Bytes'],
  [Number.NaN, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [1024 ** 2, '1 MB'],
  [50 * 1024 ** 2, '50 MB'],
  [1_234_567, '1.18 MB'],
  [1024 ** 3, '1 GB'],
  [1024 ** 4, '1 TB'],
  [1024 ** 5, '1 PB'],
  [1024 ** 6, '1 EB'],
  [1024 ** 7, '1 ZB'],
  [1024 ** 8, '1 YB'],
  [5000 * 1024 ** 8, '5000 YB'],
])('a file of %d bytes is shown as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
