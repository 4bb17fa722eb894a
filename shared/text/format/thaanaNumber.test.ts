import { expect, test } from 'vitest'
import { thaanaNumber } from './thaanaNumber.ts'

test('a list that counts in letters goes through the alphabet and then adds a letter', () => {
  expect([1, 2, 24, 25, 26, 49].map(thaanaNumber)).toEqual(['ހ', 'ށ', 'ޗ', 'ހހ', 'ހށ', 'ށހ'])
})
