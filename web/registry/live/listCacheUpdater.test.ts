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

/** Tells a long list, of which one page is shown, that a row was changed. Answers what is shown, and whether the page is read again. */
async function tell(narrowing: ListRequest, row: Row) {
  const client = new QueryClient()
  const shown = listQuery(caseTypes, narrowing).queryKey
  client.setQueryData(listQuery(caseTypes, {}).queryKey, page)
  client.setQueryData(shown, page)
  const told = { rows: new Map(), times: 0, failures: 0 }
  let looks = 0
  const message: LiveMessage = { sequence: 1, event: 'Updated', data: row, group: '', from: null }
  await createListCacheUpdater(client, { resource: caseTypes, filters: {}, narrowing, told }).hear(
    message,
    () => (looks += 1),
  )
  return { names: client.getQueryData(shown)?.data.map(({ name }) => name), isReadAgain: looks > 0 }
}

test('a row of a long list that keeps its place is changed where it stands', async () => {
  const row = { id: 1, version: 2, name: 'z' }
  expect(await tell({ Page: 1, PageSize: 10 }, row)).toEqual({ names: ['z', 'b'], isReadAgain: false })
  const same = { id: 1, version: 2, name: 'a' }
  expect(await tell({ Sort: { by: 'name' } }, same)).toEqual({ names: ['a', 'b'], isReadAgain: false })
})

test('a row of a long list whose sorted column was changed may stand elsewhere now: the page is read again', async () => {
  const row = { id: 1, version: 2, name: 'z' }
  expect(await tell({ Sort: { by: 'name' } }, row)).toEqual({ names: ['z', 'b'], isReadAgain: true })
})
