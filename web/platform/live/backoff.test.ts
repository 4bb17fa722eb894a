import { expect, test } from 'vitest'
import { waitBefore } from './waiting.ts'

test('each try waits longer than the one before, up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((tries) => waitBefore(tries, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
})

test('ten thousand who lost the same server do not come back at the same moment', () => {
  const waits = Array.from({ length: 100 }, () => waitBefore(3))
  expect(new Set(waits).size).toBeGreaterThan(50)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(4000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(8000)
})
