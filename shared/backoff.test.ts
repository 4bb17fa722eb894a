import { expect, test } from 'vitest'
import { backoff } from './backoff.ts'

test('the backoff grows with each attempt, up to half a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((attempts) => backoff(attempts, { random: 1 }))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
})

test('the backoff is random, so that clients of a lost server do not reconnect at the same moment', () => {
  const waits = Array.from({ length: 100 }, () => backoff(3))
  expect(new Set(waits).size).toBeGreaterThan(50)
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(4000)
  expect(Math.max(...waits)).toBeLessThanOrEqual(8000)
})

test('the first and the longest delay of a backoff can be chosen', () => {
  const limits = { first_ms: 50, longest_ms: 2000, random: 1 }
  expect([0, 1, 5, 6, 1000].map((attempts) => backoff(attempts, limits))).toEqual([50, 100, 1600, 2000, 2000])
})
