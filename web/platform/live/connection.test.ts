import { expect, test } from 'vitest'
import { isLiveMessage, isRecordViewers, isRecordViewersList, isSubscriptionData } from './connection.ts'

test('a presence message of an unknown shape, as from another version of the server, is rejected', () => {
  expect(isRecordViewers({ id: 7, people: [] })).toBe(true)
  expect(isRecordViewers({ id: 7 })).toBe(false)
  expect(isRecordViewersList([{ id: 7, people: [{ id: 1, name: 'a', doing: 'View' }] }])).toBe(true)
  expect(isRecordViewersList(undefined)).toBe(false)
})

test('a message of a change without a number in the order of changes is rejected', () => {
  const message = { sequence: 3, event: 'Updated', data: { id: 7 }, group: null, from: null }
  expect(isLiveMessage(message)).toBe(true)
  expect(isLiveMessage({ ...message, event: 'Deleted', data: 7, group: '1.2', from: '1.2' })).toBe(true)
  expect(isLiveMessage({ ...message, sequence: undefined })).toBe(false)
  expect(isLiveMessage({ ...message, event: 'Renamed' })).toBe(false)
  expect(isLiveMessage({ ...message, data: 'x' })).toBe(false)
  expect(isLiveMessage('x')).toBe(false)
})

test('the answer to a subscription without a number in the order of changes is rejected', () => {
  expect(isSubscriptionData({ sequence: 3 })).toBe(true)
  expect(isSubscriptionData({ sequence: 3, reload: true, records: [] })).toBe(true)
  expect(isSubscriptionData({ reload: true })).toBe(false)
  expect(isSubscriptionData({})).toBe(false)
})
