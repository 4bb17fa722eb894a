import { expect, test } from 'vitest'
import { headingAt, nextMatchIndex } from './steps.ts'

test('stepping through matches is cyclic in both directions', () => {
  expect(nextMatchIndex(0, 1, 3)).toBe(1)
  expect(nextMatchIndex(2, 1, 3)).toBe(0)
  expect(nextMatchIndex(0, -1, 3)).toBe(2)
  expect(nextMatchIndex(0, 1, 0)).toBe(0)
})

test('the current heading is the last one above the line', () => {
  expect(headingAt([100, 400, 900], 120)).toBe(0)
  expect(headingAt([-300, 80, 900], 120)).toBe(1)
  expect(headingAt([-900, -500, -100], 120)).toBe(2)
  expect(headingAt([300, 600], 120)).toBe(0)
  expect(headingAt([], 120)).toBe(0)
})
