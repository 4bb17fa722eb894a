import { expect, test } from 'vitest'
import { readLooking, tidyNotifications, writeLooking } from './notificationsUrl.ts'

test('an address says only what is not usual, and nonsense is dropped', () => {
  expect(tidyNotifications({})).toEqual({})
  expect(tidyNotifications({ only: 'some', page: '-1' })).toEqual({})
  expect(tidyNotifications({ page: 'x' })).toEqual({})
  expect(readLooking(writeLooking({ only: 'unread', page: 3 }))).toEqual({ only: 'unread', page: 3 })
})
