import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { analysis } from '#shared/resources/analysis.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { users } from '#shared/resources/users.ts'
import { filtersOf, readList, writeList } from './listUrl.ts'

test('an address that says nothing is the list as its resource has it', () => {
  const state = readList(analysis, {})
  expect(state).toEqual({
    filters: { Court: '1', Status: 'Pending' },
    search: '',
    sort: undefined,
    page: 1,
    columns: {},
  })
  expect(writeList(analysis, state)).toEqual({})
})

test('what a state says is read from the address that it wrote', () => {
  const state = {
    filters: { Court: '7', Status: '' },
    search: 'ޤަރުޟު',
    sort: { by: 'title', descending: true },
    page: 3,
    columns: { title: 'ދަރަނި' },
  }
  expect(readList(analysis, writeList(analysis, state))).toEqual(state)
})

test('nonsense in an address is as if it were not there', () => {
  expect(readList(users, { sort: 'toString', page: '-4', Active: 7, 'in.password': '' })).toMatchObject({
    filters: { Active: 'true' },
    sort: undefined,
    page: 1,
  })
})

test('what is no value of a filter is as if it were not there', () => {
  expect(readList(analysis, { Court: 'abc', Status: 'Eaten' }).filters).toEqual({ Court: '1', Status: 'Pending' })
  expect(readList(analysis, { Court: '1.5', Status: '' }).filters).toEqual({ Court: '1', Status: '' })
  expect(readList(users, { Active: 'perhaps' }).filters).toEqual({ Active: 'true' })
})

test('a page that no list has is the last that one may have', () => {
  expect(readList(users, { page: '99999999999' }).page).toBe(limits.list.max_page)
})

test('filters are sent as the kinds of their fields, and nothing is sent while a required one is empty', () => {
  expect(filtersOf(users, { Active: 'false' })).toEqual({ Active: false })
  expect(filtersOf(analysis, { Court: '7', Status: '' })).toEqual({ Court: 7 })
  expect(filtersOf(analysis, { Court: '', Status: 'Paid' })).toBeUndefined()
})

test('a range of days stands in the address as one word, and is sent as its two ends', () => {
  const ranged: Resource = { ...users, filters: { Joined: { field: 'created', kind: 'range' } } }
  const state = readList(ranged, { Joined: '2024-01-01..2024-03-31' })
  expect(writeList(ranged, state)).toEqual({ Joined: '2024-01-01..2024-03-31' })
  expect(filtersOf(ranged, state.filters)).toEqual({ Joined: { from: '2024-01-01', to: '2024-03-31' } })
  expect(filtersOf(ranged, { Joined: '..2024-03-31' })).toEqual({ Joined: { to: '2024-03-31' } })
  expect(filtersOf(ranged, { Joined: 'soon' })).toEqual({ Joined: {} })
})
