import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { drawnRows, rowsInSight, scrollFor } from './inSight.ts'

const row_px = limits.list.row_height_px

test('the rows in sight are drawn, and three before and behind them', () => {
  expect(drawnRows(rowsInSight(0, 11 * row_px), 100, -1)).toEqual(Array.from({ length: 14 }, (_, row) => row))
  expect(drawnRows(rowsInSight(50 * row_px, 2 * row_px), 100, -1)).toEqual([47, 48, 49, 50, 51, 52, 53, 54])
  expect(rowsInSight(50 * row_px + 1, 2 * row_px)).toEqual({ first: 50, last: 52 })
})

test('the row with the focus stays drawn', () => {
  const inSight = { first: 50, last: 51 }
  expect(drawnRows(inSight, 100, 0)[0]).toBe(0)
  expect(drawnRows(inSight, 100, 99).at(-1)).toBe(99)
  expect(drawnRows(inSight, 100, 100).at(-1)).toBe(54)
})

test('of fewer rows than were scrolled past the last are drawn', () => {
  expect(drawnRows({ first: 500, last: 502 }, 10, -1)).toEqual([7, 8, 9])
  expect(drawnRows({ first: 500, last: 502 }, 1, -1)).toEqual([0])
  expect(drawnRows({ first: 500, last: 502 }, 0, -1)).toEqual([])
})

test('scrolled to, a row is in sight whole, and nothing moves where it was', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(50_000), fc.integer({ min: row_px, max: 700 }), (row, scrolled, height) => {
      const now = scrollFor(row, scrolled, height)
      expect(now).toBeLessThanOrEqual(row * row_px)
      expect(now + height).toBeGreaterThanOrEqual((row + 1) * row_px)
      expect(scrollFor(row, now, height)).toBe(now)
    }),
  )
})
