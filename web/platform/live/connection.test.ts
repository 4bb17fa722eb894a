import { expect, test } from 'vitest'
import { isRecordViewers, isRecordViewersList } from './connection.ts'

test('a presence message of an unknown shape, as from another version of the server, is rejected', () => {
  expect(isRecordViewers({ id: 7, people: [] })).toBe(true)
  expect(isRecordViewers({ id: 7 })).toBe(false)
  expect(isRecordViewersList([{ id: 7, people: [{ id: 1, name: 'a', doing: 'View' }] }])).toBe(true)
  expect(isRecordViewersList(undefined)).toBe(false)
})
