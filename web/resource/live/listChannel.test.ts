import { expect, test } from 'vitest'
import { analysis } from '#shared/resources/analysis.ts'
import { courts } from '#shared/resources/courts.ts'
import { users } from '#shared/resources/users.ts'
import { isInGroup, listChannel } from './listChannel.ts'

test('a list without filters has one channel', () => {
  expect(listChannel(courts, {})).toBe('private-Court-Primary')
})

test('a list stands at the channel of its filter values, a switch as 0 or 1', () => {
  expect(listChannel(users, { Active: true })).toBe('private-User-Primary.1')
  expect(listChannel(users, { Active: false })).toBe('private-User-Primary.0')
  expect(listChannel(analysis, { Court: 2, Status: 'Pending' })).toBe('private-Analysis-Primary.2.Pending')
})

test('a filter that is empty is left out at the end', () => {
  expect(listChannel(analysis, { Court: 2 })).toBe('private-Analysis-Primary.2')
})

test('a list that waits for a filter has no channel', () => {
  expect(listChannel(users, undefined)).toBeUndefined()
})

test('a row is in a list when its group says what the filters say', () => {
  expect(isInGroup(analysis, { Court: 2, Status: 'Pending' }, '2.Pending')).toBe(true)
  expect(isInGroup(analysis, { Court: 2, Status: 'Pending' }, '2.Analyzed')).toBe(false)
  expect(isInGroup(analysis, { Court: 2 }, '2.Analyzed')).toBe(true)
  expect(isInGroup(courts, {}, '')).toBe(true)
})
