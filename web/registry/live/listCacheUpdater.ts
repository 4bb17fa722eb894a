import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { fetchList, callResource, resourceQueryKey, type ListRequest, listQuery } from '#web/platform/api/resource.ts'
import { backoff } from '#web/platform/live/backoff.ts'
import { isTransientError } from '#web/platform/session/decisions.ts'
import { applyLive, changedColumns, idOf, rowOf } from './applyLive.ts'
import { highlightCells } from './changeHighlights.ts'

type Kept = {
  resource: Resource
  filters: Record<string, unknown>
  narrowing: ListRequest
  told: Told
}

/**
 * The rows that something happened to since the list was last read, each as it stood there before, how often something
 * did at all, and how often the list could not be read since.
 */
export type Told = { rows: Map<number, Row | undefined>; times: number; failures: number }

/** Has the list read, soon or after so many milliseconds. */
type LookAgain = (later_ms?: number) => void

/** What is done to a list in the browser when something happens to one of its rows. */
export function createListCacheUpdater(client: QueryClient, kept: Kept) {
  const { resource, filters, narrowing } = kept
  const request = { ...filters, ...narrowing }
  const list: List = {
    ...kept,
    client,
    request,
    keys: [...resourceQueryKey(resource), 'get'],
    wholeKey: listQuery(resource, filters).queryKey,
    pageKey: listQuery(resource, request).queryKey,
  }
  return {
    hear: (message: LiveMessage, lookAgain: LookAgain) => hear(list, message, lookAgain),
    look: (lookAgain: LookAgain) => look(list, lookAgain),
  }
}

type ListKey = ReturnType<typeof listQuery>['queryKey']

/** A list, and where it is kept: whole, and the page of a long one. */
type List = Kept & {
  client: QueryClient
  request: ListRequest
  keys: readonly unknown[]
  wholeKey: ListKey
  pageKey: ListKey
}

/** An answer that is on its way may be older than what is told now. */
const isAsking = ({ client, keys }: List) => client.isFetching({ queryKey: keys }) > 0

async function hear(list: List, message: LiveMessage, lookAgain: LookAgain) {
  const whole = list.client.getQueryData(list.wholeKey)
  note(list, idOf(message), whole)
  list.told.times += 1
  if (whole?.ovf) doubtOtherPages(list)
  if (!whole || isAsking(list)) lookAgain()
  else if (whole.ovf) await hearOfPage(list, message, lookAgain)
  else hearOfWhole(list, whole, { message, lookAgain })
}

/** An answer that is on its way may bring what is told: what stood there is kept, so that the change is still seen. */
function note({ client, pageKey, told }: List, id: number, whole: ListAnswer | undefined) {
  const shown = whole?.ovf === true ? client.getQueryData(pageKey) : whole
  if (!shown || told.rows.has(id)) return
  const row = shown.data.find((one) => one.id === id)
  told.rows.set(id, row)
}

type Heard = { message: LiveMessage; lookAgain: LookAgain }

function hearOfWhole(list: List, whole: ListAnswer, { message, lookAgain }: Heard) {
  const { resource, filters, client, wholeKey } = list
  const after = applyLive(resource, whole, idOf(message), rowOf(resource, filters, message))
  if (!after) {
    lookAgain()
    return
  }
  client.setQueryData(wholeKey, (before) => before && { ...before, ...after })
  mark(list, after.data)
}

/** Of a long list the server says what stands on the page; a row that is there is changed at once. */
async function hearOfPage(list: List, message: LiveMessage, lookAgain: LookAgain) {
  const { resource, filters, narrowing } = list
  const row = rowOf(resource, filters, message)
  const before = list.client.getQueryData(list.pageKey)?.data.find(({ id }) => id === idOf(message))
  const changed = row && before ? changedColumns(before, row) : []
  if (row && before) replaceOnPage(list, row, changed)
  const isSearched = narrowing.SearchQuery !== undefined || narrowing.Columns !== undefined
  const isFound = row && isSearched ? await isDisplayed(list, row) : row !== undefined
  const isSortedBy = (column: string) => column === (narrowing.Sort ?? resource.defaultSort)?.by
  // A row that stands where it should needs no other look, nor does one that is not looked for. Where it belongs may not be known.
  if (!row || (before !== undefined) !== isFound || changed.some(isSortedBy)) lookAgain()
}

function replaceOnPage({ client, pageKey, resource, told }: List, row: Row, changed: string[]) {
  const replaced = (page: ListAnswer) => page.data.map((one) => (one.id === row.id ? row : one))
  client.setQueryData(pageKey, (page) => page && { ...page, data: replaced(page) })
  highlightCells(resource.name, row.id, changed)
  told.rows.delete(row.id)
}

/** What happened may have happened on any page: those that are not shown are read again before they are believed. */
function doubtOtherPages({ client, keys, pageKey }: List) {
  const shown = hashKey(pageKey)
  void client.invalidateQueries({
    queryKey: keys,
    refetchType: 'none',
    predicate: ({ queryHash }) => queryHash !== shown,
  })
}

async function isDisplayed({ resource, filters, narrowing }: List, { id }: Row) {
  const { SearchQuery, Columns } = narrowing
  const words = { ...(SearchQuery !== undefined && { SearchQuery }), ...(Columns && { Columns }) }
  const answer = await callResource(resource, 'isDisplayed', { ...filters, ...words, id })
  return answer.Status === 'success' ? answer.IsDisplayed : undefined
}

/** Reads the list again without covering it: whoever reads in it goes on reading. */
async function look(list: List, lookAgain: LookAgain) {
  const { client, resource, filters, request, told } = list
  if (isAsking(list)) {
    lookAgain()
    return
  }
  const { times } = told
  const isPage = client.getQueryData(list.wholeKey)?.ovf === true
  const answer = await fetchList(resource, isPage ? request : filters)
  if (answer.Status === 'error') {
    // What passes is no reason to take away what is read: it is asked again, less and less often.
    if (isTransientError(answer.code)) lookAgain(backoff(told.failures++))
    else void client.invalidateQueries({ queryKey: list.keys })
    return
  }
  told.failures = 0
  if (isPage) doubtOtherPages(list)
  // What happened meanwhile may not be in the answer.
  if (told.times !== times) {
    lookAgain()
    return
  }
  client.setQueryData(isPage ? list.pageKey : list.wholeKey, answer)
  mark(list, answer.data)
}

/** What slid onto the page because another row went is no news. */
function mark({ resource, told }: List, after: readonly Row[]) {
  for (const row of after)
    if (told.rows.has(row.id)) highlightCells(resource.name, row.id, changedColumns(told.rows.get(row.id), row))
  told.rows.clear()
}
