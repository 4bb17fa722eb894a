import { expect, test } from 'vitest'
import { onlyRow } from './onlyRow.ts'

test('a statement that should have a row and has none is an error that says what to look at', () => {
  expect(onlyRow([{ id: 1 }], 'is there a row?')).toEqual({ id: 1 })
  expect(() => onlyRow([], 'is there a row?')).toThrow('is there a row?')
})
