import { describe, expect, test } from 'vitest'
import { analysis } from '#shared/resources/analysis.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { courts } from '#shared/resources/courts.ts'
import { users } from '#shared/resources/users.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { isInGroup, matchesRowFilters, listChannel } from './listChannel.ts'

test('a list without filters has one channel', () => {
  expect(listChannel(courts, {})).toBe('private-Court-Primary')
})

test('the channel of a list contains its filter values, a switch as 0 or 1', () => {
  expect(listChannel(users, { Active: true })).toBe('private-User-Primary.1')
  expect(listChannel(users, { Active: false })).toBe('private-User-Primary.0')
  expect(listChannel(analysis, { Court: 2, Status: 'Pending' })).toBe('private-Analysis-Primary.2.Pending')
})

test('empty filters at the end are left out of the channel name', () => {
  expect(listChannel(analysis, { Court: 2 })).toBe('private-Analysis-Primary.2')
})

test('a list whose required filter is empty has no channel', () => {
  expect(listChannel(users, undefined)).toBeUndefined()
})

test('a row belongs to a list if its group matches the filters', () => {
  expect(isInGroup(analysis, { Court: 2, Status: 'Pending' }, '2.Pending')).toBe(true)
  expect(isInGroup(analysis, { Court: 2, Status: 'Pending' }, '2.Analyzed')).toBe(false)
  expect(isInGroup(analysis, { Court: 2 }, '2.Analyzed')).toBe(true)
  expect(isInGroup(courts, {}, '')).toBe(true)
})

describe('a list with a filter by a range of days', () => {
  const filters = { Closed: { field: 'closed_date', kind: 'range' }, Court: { field: 'court' } } as const
  const ranged: Resource = { ...caseFiles, filters }

  test('a range of days is not part of the channel of a list', () => {
    expect(listChannel(ranged, { Closed: { from: '2024-01-01' }, Court: 2 })).toBe('private-CaseFile-Primary.2')
    expect(isInGroup(ranged, { Closed: { from: '2024-01-01' }, Court: 2 }, '2')).toBe(true)
  })

  test('a list with a range of days contains only the rows within it', () => {
    const row = { closed_date: '2024-03-02' }
    expect(matchesRowFilters(ranged, { Closed: { from: '2024-03-02' } }, row)).toBe(true)
    expect(matchesRowFilters(ranged, { Closed: { to: '2024-03-01' } }, row)).toBe(false)
    expect(matchesRowFilters(ranged, { Closed: {} }, { closed_date: null })).toBe(true)
    expect(matchesRowFilters(ranged, { Court: 2 }, row)).toBe(true)
  })
})

test('a filter of a field with a permission is not part of the channel, and is checked against the row', () => {
  const filters = { Court: 2, Status: 'Analyzed', ChargeStatus: 'Paid' }
  expect(listChannel(analysis, filters)).toBe('private-Analysis-Primary.2.Analyzed')
  expect(matchesRowFilters(analysis, filters, { charge_status: 'Paid' })).toBe(true)
  expect(matchesRowFilters(analysis, filters, { charge_status: 'Pending Payment' })).toBe(false)
  expect(matchesRowFilters(analysis, { Court: 2 }, { charge_status: 'Paid' })).toBe(true)
})
