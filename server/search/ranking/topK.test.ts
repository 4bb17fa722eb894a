import fc from 'fast-check'
import { expect, test } from 'vitest'
import { topK } from './rankCases.ts'

test('the top k of random numbers equal the first k of the sorted numbers', () => {
  // Neither of the two zeros is higher.
  const anyNumber = fc
    .oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -1e15, max: 1e15 }))
    .map((number) => number + 0)
  fc.assert(
    fc.property(fc.array(anyNumber), fc.nat({ max: 20 }), (numbers, k) => {
      const sorted = numbers.toSorted((one, other) => other - one).slice(0, k)
      expect([...topK(Float64Array.from(numbers), k)]).toEqual(sorted)
    }),
  )
})
