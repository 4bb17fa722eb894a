import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { analysis } from '#shared/resources/analysis.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { users } from '#shared/resources/users.ts'
import { filtersOf, parseListState as parseFor, formatListState } from './listUrl.ts'

const parseListState = (
  resource: Resource,
  query: Record<string, unknown>,
  abilities: readonly string[] = ['view-charge-status'],
) => parseFor(resource, query, abilities)

test('an empty query string is the default state of the list', () => {
  const state = parseListState(analysis, {})
  expect(state).toEqual({
    filters: { Court: '1', Status: 'Pending', ChargeStatus: '' },
    search: '',
    sort: undefined,
    page: 1,
    columns: {},
  })
  expect(formatListState(analysis, state)).toEqual({})
})

test('a list state survives being written to a query string and parsed again', () => {
  const state = {
    filters: { Court: '7', Status: '', ChargeStatus: '' },
    search: 'ޤަރުޟު',
    sort: { by: 'title', descending: true },
    page: 3,
    columns: { title: 'ދަރަނި' },
  }
  expect(parseListState(analysis, formatListState(analysis, state))).toEqual(state)
})

test('invalid values in a query string are ignored', () => {
  expect(parseListState(users, { sort: 'toString', page: '-4', Active: 7, 'in.password': '' })).toMatchObject({
    filters: { Active: 'true' },
    sort: undefined,
    page: 1,
  })
})

test('the filter, the order and the column of a field that the user may not read are ignored', () => {
  const link = { ChargeStatus: 'Paid', sort: 'charge_status', 'in.charge_status': 'Paid', Status: 'Analyzed' }
  expect(parseListState(analysis, link)).toMatchObject({
    filters: { ChargeStatus: 'Paid', Status: 'Analyzed' },
    sort: { by: 'charge_status' },
  })
  const state = parseListState(analysis, link, [])
  expect(state).toMatchObject({ filters: { Court: '1', Status: 'Analyzed' }, sort: undefined, columns: {} })
  expect(filtersOf(analysis, state.filters)).toEqual({ Court: 1, Status: 'Analyzed' })
})

test('the order and the column of a field that is no column are ignored', () => {
  const link = { sort: '-case_content', 'in.case_content': 'ކޯޓު' }
  expect(parseListState(analysis, link)).toMatchObject({ sort: undefined, columns: {} })
})

test('a filter ignores values that its kind does not allow', () => {
  expect(parseListState(analysis, { Court: 'abc', Status: 'Eaten' }).filters).toMatchObject({
    Court: '1',
    Status: 'Pending',
  })
  expect(parseListState(analysis, { Court: '1.5', Status: '' }).filters).toMatchObject({ Court: '1', Status: '' })
  expect(parseListState(users, { Active: 'perhaps' }).filters).toEqual({ Active: 'true' })
})

test('a page number above the limit becomes the highest allowed page', () => {
  expect(parseListState(users, { page: '99999999999' }).page).toBe(limits.list.max_page)
})

test('filters are sent with the types of their fields, and nothing is sent while a required one is empty', () => {
  expect(filtersOf(users, { Active: 'false' })).toEqual({ Active: false })
  expect(filtersOf(analysis, { Court: '7', Status: '' })).toEqual({ Court: 7 })
  expect(filtersOf(analysis, { Court: '', Status: 'Paid' })).toBeUndefined()
})

test('a range of days is one value in the query string, and is sent as two ends', () => {
  const ranged: Resource = { ...users, filters: { Joined: { field: 'created', kind: 'range' } } }
  const state = parseListState(ranged, { Joined: '2024-01-01..2024-03-31' })
  expect(formatListState(ranged, state)).toEqual({ Joined: '2024-01-01..2024-03-31' })
  expect(filtersOf(ranged, state.filters)).toEqual({ Joined: { from: '2024-01-01', to: '2024-03-31' } })
  expect(filtersOf(ranged, { Joined: '..2024-03-31' })).toEqual({ Joined: { to: '2024-03-31' } })
  expect(filtersOf(ranged, { Joined: 'soon' })).toEqual({ Joined: {} })
})
