import { expect, test } from 'vitest'
import { parseView, tidyNotifications, formatView } from './notificationsUrl.ts'

test('the notifications URL contains only non-default values, and invalid ones are dropped', () => {
  expect(tidyNotifications({})).toEqual({})
  expect(tidyNotifications({ only: 'some', page: '-1' })).toEqual({})
  expect(tidyNotifications({ page: 'x' })).toEqual({})
  expect(parseView(formatView({ only: 'unread', page: 3 }))).toEqual({ only: 'unread', page: 3 })
})
