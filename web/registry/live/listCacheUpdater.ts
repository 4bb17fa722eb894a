import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { ListAnswer, Row } from '#shared/calls/crud.ts'
import type { LiveMessage } from '#shared/calls/live.ts'
import { type Resource, channelFilters, isInChannel } from '#shared/resource/resource.ts'
import { backoff } from '#shared/backoff.ts'
import { limits } from '#shared/limits.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { channel } from '#shared/resource/names.ts'
import { type DayRange, isWithin } from '#shared/text/format/dayRange.ts'
import { fetchList, callResource, resourceQueryKey, type ListRequest, listQuery } from '#web/platform/api/resource.ts'
import { isTransientError } from '#web/platform/session/decisions.ts'
import { highlightCells } from './LiveCell.tsx'

type ListOptions = {
  resource: Resource
  filters: Record<string, unknown>
  serverRequest: ListRequest
  pending: PendingChanges
}

/**
 * Changes since the list was last fetched: the changed rows as they were before, the number of messages, of failed
 * fetches, and of rows that the server is being asked for; and whether a fetch is scheduled.
 */
type PendingChanges = {
  rows: Map<number, Row | undefined>
  messages: number
  failures: number
  checks: number
  isScheduled: boolean
}

export const noPendingChanges = (): PendingChanges => ({
  rows: new Map(),
  messages: 0,
  failures: 0,
  checks: 0,
  isScheduled: false,
})

/** Schedules a fetch of the list, after a short default delay or the given one. */
type ScheduleFetch = (delay_ms?: number) => void

/** Updates the cached answers of a list when a live message reports a change of one of its rows. */
export function createListCacheUpdater(client: QueryClient, options: ListOptions) {
  const { resource, filters, serverRequest } = options
  const request = { ...filters, ...serverRequest }
  const list: List = {
    ...options,
    client,
    request,
    keys: [...resourceQueryKey(resource), 'get'],
    wholeKey: listQuery(resource, filters).queryKey,
    pageKey: listQuery(resource, request).queryKey,
  }
  const recording =
    (scheduleFetch: ScheduleFetch): ScheduleFetch =>
    (delay_ms) => {
      options.pending.isScheduled = true
      scheduleFetch(delay_ms)
    }
  return {
    applyMessage: (message: LiveMessage, scheduleFetch: ScheduleFetch) =>
      applyMessage(list, message, recording(scheduleFetch)),
    fetchAgain: (scheduleFetch: ScheduleFetch) => {
      options.pending.isScheduled = false
      return fetchAgain(list, recording(scheduleFetch))
    },
  }
}

type ListKey = ReturnType<typeof listQuery>['queryKey']

/** A list and its query keys: of the whole list, and of the page of a long one. */
type List = ListOptions & {
  client: QueryClient
  request: ListRequest
  keys: readonly unknown[]
  wholeKey: ListKey
  pageKey: ListKey
}

const shownKeyOf = ({ client, wholeKey, pageKey }: List) =>
  client.getQueryData(wholeKey)?.ovf === true ? pageKey : wholeKey

/** A response in flight may be older than the message. */
const isFetching = ({ client, keys }: List) => client.isFetching({ queryKey: keys }) > 0

async function applyMessage(list: List, message: LiveMessage, scheduleFetch: ScheduleFetch) {
  const whole = list.client.getQueryData(list.wholeKey)
  rememberPreviousRow(list, idOf(message), whole)
  list.pending.messages += 1
  invalidateOthers(list, shownKeyOf(list))
  if (!whole || isFetching(list)) scheduleFetch()
  else if (whole.ovf) await updatePage(list, message, scheduleFetch)
  else updateWholeList(list, whole, { message, scheduleFetch })
}

/** A response in flight may already include this change: remember the old row so the changed cells can still be highlighted. */
function rememberPreviousRow({ client, pageKey, pending }: List, id: number, whole: ListAnswer | undefined) {
  const shown = whole?.ovf === true ? client.getQueryData(pageKey) : whole
  if (!shown || pending.rows.has(id)) return
  const row = shown.data.find((one) => one.id === id)
  pending.rows.set(id, row)
}

type MessageContext = { message: LiveMessage; scheduleFetch: ScheduleFetch }

function updateWholeList(list: List, whole: ListAnswer, { message, scheduleFetch }: MessageContext) {
  const { resource, filters, client, wholeKey } = list
  const after = applyLive(resource, whole, idOf(message), rowOf(resource, filters, message))
  if (!after) {
    scheduleFetch()
    return
  }
  client.setQueryData(wholeKey, (before) => before && { ...before, ...after })
  highlightChanges(list, after.data)
}

/** Rows of a searched list that the server is asked for at once. Above it, the page is fetched instead. */
const maxChecks = 3

/** A row on the shown page is replaced immediately; if its position may have changed, the page is fetched again. */
async function updatePage(list: List, message: LiveMessage, scheduleFetch: ScheduleFetch) {
  const { resource, filters, serverRequest, pending } = list
  const row = rowOf(resource, filters, message)
  const before = list.client.getQueryData(list.pageKey)?.data.find(({ id }) => id === idOf(message))
  const changed = row && before ? changedColumns(before, row) : []
  if (row && before) replaceOnPage(list, row, changed)
  const isSearched = serverRequest.SearchQuery !== undefined || serverRequest.Columns !== undefined
  if (isSearched && (pending.isScheduled || pending.checks >= maxChecks)) {
    scheduleFetch()
    return
  }
  const isFound = row && isSearched ? await isDisplayed(list, row) : row !== undefined
  const isSortedBy = (column: string) => column === (serverRequest.Sort ?? resource.defaultSort)?.by
  // No fetch if the row is on the page, matches, and keeps its order, or is neither on the page nor a match. `isFound` is
  // undefined if that is unknown.
  if (!row || (before !== undefined) !== isFound || changed.some(isSortedBy)) scheduleFetch()
}

function replaceOnPage({ client, pageKey, resource, pending }: List, row: Row, changed: string[]) {
  const withRow = (page: ListAnswer) => page.data.map((one) => (one.id === row.id ? row : one))
  client.setQueryData(pageKey, (page) => page && { ...page, data: withRow(page) })
  highlightCells(resource.name, row.id, changed)
  pending.rows.delete(row.id)
}

/** The change may affect each list and page of the same channel: marks the cached ones that are not shown as stale. */
function invalidateOthers({ client, resource, filters, keys }: List, shownKey: ListKey) {
  const shown = hashKey(shownKey)
  const shownChannel = listChannel(resource, filters)
  void client.invalidateQueries({
    queryKey: keys,
    refetchType: 'none',
    predicate: ({ queryHash, queryKey }) =>
      queryHash !== shown && listChannel(resource, queryKey.at(-1) as ListRequest) === shownChannel,
  })
}

async function isDisplayed({ resource, filters, serverRequest, pending }: List, { id }: Row) {
  const { SearchQuery, Columns } = serverRequest
  const search = { ...(SearchQuery !== undefined && { SearchQuery }), ...(Columns && { Columns }) }
  pending.checks += 1
  const answer = await callResource(resource, 'isDisplayed', { ...filters, ...search, id })
  pending.checks -= 1
  return answer.Status === 'success' ? answer.IsDisplayed : undefined
}

/** Fetches the list in the background, without a loading overlay. */
async function fetchAgain(list: List, scheduleFetch: ScheduleFetch) {
  const { client, resource, filters, request, pending } = list
  if (isFetching(list)) {
    scheduleFetch()
    return
  }
  const { messages } = pending
  const shownKey = shownKeyOf(list)
  const updates = client.getQueryState(shownKey)?.dataUpdateCount
  const answer = await fetchList(resource, shownKey === list.pageKey ? request : filters)
  if (answer.Status === 'error') {
    // Transient error: keep the shown rows and retry with backoff.
    if (isTransientError(answer.code)) scheduleFetch(backoff(pending.failures++))
    else void client.invalidateQueries({ queryKey: list.keys })
    return
  }
  pending.failures = 0
  invalidateOthers(list, shownKey)
  // A change during the request, by another user or in this tab, may not be in the answer.
  const isChangedHere = isFetching(list) || client.getQueryState(shownKey)?.dataUpdateCount !== updates
  if (pending.messages !== messages || isChangedHere) {
    scheduleFetch()
    return
  }
  client.setQueryData(shownKey, answer)
  highlightChanges(list, answer.data)
}

/** Highlights only rows that a message reported, not rows that moved onto the page. */
function highlightChanges({ resource, pending }: List, after: readonly Row[]) {
  for (const row of after)
    if (pending.rows.has(row.id)) highlightCells(resource.name, row.id, changedColumns(pending.rows.get(row.id), row))
  pending.rows.clear()
}

type Filters = Record<string, unknown>

/** The row of a message if it belongs to a list with these filters; undefined if it is to be removed. */
export function rowOf(resource: Resource, filters: Filters, { event, data, group }: LiveMessage): Row | undefined {
  // back-office §4: a plain number means the row no longer matches the list.
  if (typeof data === 'number' || event === 'Deleted' || !isInGroup(resource, filters, group)) return undefined
  return isRow(data) && matchesRowFilters(resource, filters, data) ? data : undefined
}

const isRow = (data: Record<string, unknown>): data is Row =>
  typeof data['id'] === 'number' && typeof data['version'] === 'number'

export const idOf = ({ data }: LiveMessage): number => (typeof data === 'number' ? data : Number(data['id']))

/**
 * Applies a change of one row to a list that was loaded whole: inserts a new row by the default order, replaces a changed
 * one at its index, removes a missing one. Undefined if the list exceeds the limit of unpaged rows.
 */
export function applyLive(
  resource: Resource,
  list: ListAnswer,
  id: number,
  row: Row | undefined,
): ListAnswer | undefined {
  const others = list.data.filter((one) => one.id !== id)
  const index = list.data.findIndex((one) => one.id === id)
  const data = !row ? others : index < 0 ? insertRow(resource, others, row) : list.data.with(index, row)
  if (data.length > limits.list.unpaged_rows) return undefined
  return { ...list, data, count: data.length }
}

/** Inserts a row by the server's order: newest first unless the resource has a `defaultSort`. */
function insertRow({ defaultSort }: Resource, rows: readonly Row[], row: Row): Row[] {
  const { by, descending = false } = defaultSort ?? { by: 'id', descending: true }
  const key = orderKey(row[by])
  const isBehind = (one: Row) => {
    const other = orderKey(one[by])
    return descending ? other < key : other > key
  }
  const index = rows.findIndex(isBehind)
  return index < 0 ? [...rows, row] : rows.toSpliced(index, 0, row)
}

const orderKey = (value: unknown): string | number => {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? foldText(value) : ''
}

/** The columns whose values differ; all of them if the row is new. */
export const changedColumns = (before: Row | undefined, after: Row): string[] =>
  Object.keys(after).filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]))

/** The live channel of a list with these filters; undefined while a required filter is empty. */
export function listChannel(resource: Resource, filters: Record<string, unknown> | undefined): string | undefined {
  if (!filters) return undefined
  const values = channelValues(resource, filters)
  const firstEmpty = values.indexOf(undefined)
  const named = firstEmpty < 0 ? values : values.slice(0, firstEmpty)
  return `private-${channel(resource, ...named.flatMap((value) => value ?? []))}`
}

/** Whether a row of this group matches the filters: each filter that is set has the same value. */
export function isInGroup(resource: Resource, filters: Record<string, unknown>, group: string | null): boolean {
  if (group === null) return true
  const values = group.split('.')
  return channelValues(resource, filters).every(
    (expected, index) => expected === undefined || expected === values[index],
  )
}

/** Whether a row matches the filters that are not part of the channel name: day ranges, and fields with a permission. */
export const matchesRowFilters = (
  resource: Resource,
  filters: Record<string, unknown>,
  row: Record<string, unknown>,
): boolean =>
  Object.entries(resource.filters ?? {}).every(([name, filter]) => {
    if (isInChannel(resource, filter)) return true
    const wanted = filters[name]
    if (filter.kind !== 'range') return toChannelValue(wanted) === undefined || wanted === row[filter.field]
    const range = wanted as DayRange | undefined
    return !hasEnds(range) || isWithin(range, row[filter.field])
  })

const hasEnds = (range: DayRange | undefined): range is DayRange => range?.from !== undefined || range?.to !== undefined

/** The filter values as they appear in channel names: a switch as 0 or 1, undefined if not set. */
const channelValues = (resource: Resource, filters: Record<string, unknown>) =>
  channelFilters(resource).map(([name]) => toChannelValue(filters[name]))

function toChannelValue(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
