import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, describe, vi } from 'vitest'
import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { caseTypes } from '#shared/resources/caseTypes.ts'
import { limits } from '#shared/limits.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { courts } from '#shared/resources/courts.ts'
import { users } from '#shared/resources/users.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { type ListRequest, listQuery } from '#web/platform/api/resource.ts'
import {
  createListCacheUpdater,
  noPendingChanges,
  applyLive,
  changedColumns,
  idOf,
  rowOf,
  isInGroup,
  matchesRowFilters,
  listChannel,
} from './listCacheUpdater.ts'

const page: ListAnswer & { Status: 'success'; Message: string } = {
  Status: 'success',
  Message: '',
  ovf: true,
  count: 600,
  countIsExact: true,
  page: 1,
  pages: 60,
  data: [
    { id: 1, version: 1, name: 'a' },
    { id: 2, version: 1, name: 'b' },
  ],
}

/** Applies a change of a row to one page of a long list. Returns the names shown, and whether the page is fetched again. */
async function applyToPage(serverRequest: ListRequest, row: Row) {
  const client = new QueryClient()
  const shown = listQuery(caseTypes, serverRequest).queryKey
  client.setQueryData(listQuery(caseTypes, {}).queryKey, page)
  client.setQueryData(shown, page)
  const pending = noPendingChanges()
  let fetches = 0
  const message: LiveMessage = { sequence: 1, event: 'Updated', data: row, group: '', from: null }
  await createListCacheUpdater(client, { resource: caseTypes, filters: {}, serverRequest, pending }).applyMessage(
    message,
    () => (fetches += 1),
  )
  return { names: client.getQueryData(shown)?.data.map(({ name }) => name), isFetchedAgain: fetches > 0 }
}

test('a changed row of a long list whose position stays is replaced without fetching the page', async () => {
  const row = { id: 1, version: 2, name: 'z' }
  expect(await applyToPage({ Page: 1, PageSize: 10 }, row)).toEqual({ names: ['z', 'b'], isFetchedAgain: false })
  const same = { id: 1, version: 2, name: 'a' }
  expect(await applyToPage({ Sort: { by: 'name' } }, same)).toEqual({ names: ['a', 'b'], isFetchedAgain: false })
})

test('a change in the sorted column of a long list fetches the page again', async () => {
  const row = { id: 1, version: 2, name: 'z' }
  expect(await applyToPage({ Sort: { by: 'name' } }, row)).toEqual({ names: ['z', 'b'], isFetchedAgain: true })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a burst of changes in a searched long list asks the server for few of its rows, then fetches the page once', async () => {
  const client = new QueryClient()
  const serverRequest: ListRequest = { SearchQuery: 'b' }
  client.setQueryData(listQuery(caseTypes, {}).queryKey, page)
  client.setQueryData(listQuery(caseTypes, serverRequest).queryKey, page)
  const options = { resource: caseTypes, filters: {}, serverRequest, pending: noPendingChanges() }
  const updater = createListCacheUpdater(client, options)
  let calls = 0
  vi.stubGlobal('fetch', async () => {
    calls += 1
    return new Response(JSON.stringify({ Status: 'success', Message: '', IsDisplayed: false }))
  })
  const schedules: unknown[] = []
  const apply = (id: number) =>
    updater.applyMessage(message({ data: row(id, 'b') }), (delay_ms) => schedules.push(delay_ms))
  await Promise.all(Array.from({ length: 500 }, (_, index) => apply(index + 10)))
  expect(calls).toBe(3)
  expect(schedules.length).toBeGreaterThan(0)
  // Until the page is fetched, no further row is asked for.
  await apply(600)
  expect(calls).toBe(3)
})

test('a change makes the other cached lists stale that share the channel of the shown list, and no others', async () => {
  const client = new QueryClient()
  const filters = { Court: 2, Status: 'Analyzed', ChargeStatus: 'Paid' }
  const others = [
    { ...filters, ChargeStatus: 'Pending Payment' },
    { ...filters, Court: 3 },
  ]
  for (const request of [filters, ...others])
    client.setQueryData(listQuery(analysis, request).queryKey, { ...page, ovf: false })
  const options = { resource: analysis, filters, serverRequest: {}, pending: noPendingChanges() }
  const changed = message({ data: { ...row(1, 'b'), charge_status: 'Paid' }, group: '2.Analyzed' })
  await createListCacheUpdater(client, options).applyMessage(changed, () => undefined)
  const isStale = (request: ListRequest) =>
    client.getQueryState(listQuery(analysis, request).queryKey)?.isInvalidated === true
  expect([filters, ...others].map(isStale)).toEqual([false, true, false])
})

/** Fetches a list again for a live message; the server's answer is older than what happens before it arrives. */
async function fetchOlder(meanwhile: (client: QueryClient) => unknown) {
  const client = new QueryClient()
  const { queryKey } = listQuery(caseTypes, {})
  client.setQueryData(queryKey, { ...page, ovf: false })
  const pending = noPendingChanges()
  const updater = createListCacheUpdater(client, { resource: caseTypes, filters: {}, serverRequest: {}, pending })
  vi.stubGlobal('fetch', async () => {
    await meanwhile(client)
    return new Response(JSON.stringify({ ...page, ovf: false, data: [{ id: 1, version: 1, name: 'older' }] }))
  })
  let fetches = 0
  await updater.fetchAgain(() => (fetches += 1))
  return { shown: client.getQueryData(queryKey)?.data.map(({ name }) => name), isFetchedAgain: fetches > 0 }
}

test('a list that was saved here while it was fetched again keeps what was saved, and is fetched once more', async () => {
  const save = (client: QueryClient) =>
    client.setQueryData(listQuery(caseTypes, {}).queryKey, (list) => list && { ...list, data: [row(1, 'saved')] })
  expect(await fetchOlder(save)).toEqual({ shown: ['saved'], isFetchedAgain: true })
})

test('a list that is being fetched by another part of the screen is not replaced by an older answer', async () => {
  const fetchElsewhere = (client: QueryClient) => {
    const { queryKey } = listQuery(caseTypes, {})
    void client.query({ queryKey, queryFn: () => new Promise<never>(() => undefined) })
  }
  expect(await fetchOlder(fetchElsewhere)).toEqual({ shown: ['a', 'b'], isFetchedAgain: true })
})

test('a list that nothing else has changed shows the answer for which it was fetched again', async () => {
  expect(await fetchOlder(() => undefined)).toEqual({ shown: ['older'], isFetchedAgain: false })
})

const row = (id: number, name: string): Row => ({ id, version: 1, name })
const list = (...data: Row[]): ListAnswer => ({
  data,
  ovf: false,
  count: data.length,
  countIsExact: true,
  page: 1,
  pages: 1,
})
const ids = (answer: ListAnswer | undefined) => answer?.data.map(({ id }) => id)
const message = (part: Partial<LiveMessage>): LiveMessage => ({
  sequence: 1,
  event: 'Updated',
  data: 1,
  group: '',
  from: null,
  ...part,
})

test('a new row is inserted by the default order of the list: newest first, or by name', () => {
  expect(ids(applyLive(courts, list(row(2, 'b'), row(1, 'a')), 3, row(3, 'c')))).toEqual([3, 2, 1])
  expect(ids(applyLive(users, list(row(1, 'a'), row(2, 'c')), 3, row(3, 'b')))).toEqual([1, 3, 2])
})

test('a changed row keeps its position, and a row that was not in the list is added', () => {
  const after = applyLive(courts, list(row(2, 'b'), row(1, 'a')), 1, row(1, 'changed'))
  expect(after?.data[1]).toEqual(row(1, 'changed'))
  expect(ids(applyLive(courts, list(row(2, 'b')), 1, row(1, 'a')))).toEqual([2, 1])
})

test('a deleted row is removed from the list and from its count', () => {
  expect(applyLive(courts, list(row(2, 'b'), row(1, 'a')), 2, undefined)).toMatchObject({
    count: 1,
    data: [row(1, 'a')],
  })
})

test('a list that grows beyond the limit of unpaged rows must be fetched again', () => {
  const full = list(...Array.from({ length: limits.list.unpaged_rows }, (_, index) => row(index + 1, 'x')))
  expect(applyLive(courts, full, 9999, row(9999, 'y'))).toBeUndefined()
})

test('a message with a plain id, or with another group, removes the row', () => {
  expect(rowOf(courts, {}, message({ data: 7 }))).toBeUndefined()
  expect(idOf(message({ data: 7 }))).toBe(7)
  const moved = message({ data: { ...row(1, 'a') }, group: '2.Analyzed' })
  expect(rowOf(analysis, { Court: 2, Status: 'Pending' }, moved)).toBeUndefined()
  expect(rowOf(analysis, { Court: 2, Status: 'Analyzed' }, moved)).toMatchObject({ id: 1 })
})

test('the changed columns of a row are those whose values differ', () => {
  expect(changedColumns(row(1, 'a'), { ...row(1, 'b'), version: 2 })).toEqual(['version', 'name'])
  expect(changedColumns(undefined, row(1, 'a'))).toEqual(['id', 'version', 'name'])
})

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
