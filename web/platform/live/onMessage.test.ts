import { expect, test } from 'vitest'
import { isAtRecord, isAtRecords } from './onMessage.ts'

test('a presence message of an unknown shape, as from another version of the server, is rejected', () => {
  expect(isAtRecord({ id: 7, people: [] })).toBe(true)
  expect(isAtRecord({ id: 7 })).toBe(false)
  expect(isAtRecords([{ id: 7, people: [{ id: 1, name: 'a', doing: 'View' }] }])).toBe(true)
  expect(isAtRecords(undefined)).toBe(false)
})
