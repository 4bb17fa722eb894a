import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { caseTypes } from '#shared/resources/caseTypes.ts'
import { type ListRequest, listQuery } from '#web/platform/api/resource.ts'
import { createListCacheUpdater } from './listCacheUpdater.ts'

const page: ListAnswer & { Status: 'success'; Message: string } = {
  Status: 'success', Message: '', ovf: true, count: 600, countIsExact: true, page: 1, pages: 60,
  data: [{ id: 1, version: 1, name: 'a' }, { id: 2, version: 1, name: 'b' }],
} // prettier-ignore

/** Applies a change of a row to one page of a long list. Returns the names shown, and whether the page is fetched again. */
async function applyToPage(serverRequest: ListRequest, row: Row) {
  const client = new QueryClient()
  const shown = listQuery(caseTypes, serverRequest).queryKey
  client.setQueryData(listQuery(caseTypes, {}).queryKey, page)
  client.setQueryData(shown, page)
  const pending = { rows: new Map(), messages: 0, failures: 0 }
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
