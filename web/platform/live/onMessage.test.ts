import { expect, test } from 'vitest'
import { isAtRecord, isAtRecords } from './told.ts'

test('what a server of another version tells is not taken for who is at a record', () => {
  expect(isAtRecord({ id: 7, people: [] })).toBe(true)
  expect(isAtRecord({ id: 7 })).toBe(false)
  expect(isAtRecords([{ id: 7, people: [{ id: 1, name: 'a', doing: 'View' }] }])).toBe(true)
  expect(isAtRecords(undefined)).toBe(false)
})
