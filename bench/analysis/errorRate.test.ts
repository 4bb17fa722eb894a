import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceBetween, distanceWithin, normalize } from './errorRate.ts'

/** By the table of Wagner and Fischer. */
function slowDistance(pattern: string, text: string, isPart: boolean): number {
  let column = Array.from({ length: pattern.length + 1 }, (_, index) => index)
  let least = pattern.length
  Array.from(text).forEach((character, at) => {
    const next = [isPart ? 0 : at + 1]
    Array.from(pattern).forEach((other, index) =>
      next.push(
        Math.min(
          (column[index] ?? 0) + (other === character ? 0 : 1),
          (column[index + 1] ?? 0) + 1,
          (next[index] ?? 0) + 1,
        ),
      ),
    )
    column = next
    least = Math.min(least, column.at(-1) ?? 0)
  })
  return isPart ? least : (column.at(-1) ?? 0)
}

const word = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength })

test('the edit distance is that of the plain table, also beyond one block of 32 characters', () => {
  fc.assert(
    fc.property(word(100), word(120), (pattern, text) => {
      expect(distanceBetween(pattern, text)).toBe(slowDistance(pattern, text, false))
      expect(distanceWithin(pattern, text)).toBe(slowDistance(pattern, text, true))
    }),
    { numRuns: 100 },
  )
})

test('marks of direction, kinds of space and the order of a case number are no errors', () => {
  expect(normalize('\u202b80/HC-A/2013\u202c\u00a0 x')).toBe(normalize('2013/HC-A/80 x'))
})
