import { useNavigate, useSearch } from '@tanstack/react-router'
import { limits } from '#shared/limits.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import type { Filter, Resource } from '#shared/resource/resource.ts'
import { parseDayRange } from '#shared/text/format/dayRange.ts'
import { isDay } from '#shared/text/format/days.ts'

/** Where a list stands, as its address says it: what it is narrowed by, searched for and sorted by, and the page. */
export type ListState = {
  filters: Record<string, string>
  search: string
  sort: { by: string; descending: boolean } | undefined
  page: number
  /** Column → what its text must hold. */
  columns: Record<string, string>
}

/** The state of an address; what it does not say is as the resource has it. `-title` sorts the titles downwards. */
export function readList(resource: Resource, address: Record<string, unknown>): ListState {
  const text = (name: string) => (typeof address[name] === 'string' ? address[name] : '')
  const filters = Object.entries(resource.filters ?? {}).map(([name, filter]) => {
    const given = address[name]
    return [name, isValueOf(resource, filter, given) ? given : String(filter.default ?? '')]
  })
  const columns = Object.keys(resource.fields).flatMap((name) =>
    text(`in.${name}`) ? [[name, text(`in.${name}`)]] : [],
  )
  return {
    filters: Object.fromEntries(filters) as Record<string, string>,
    search: text('search'),
    sort: readSort(resource, text('sort')),
    page: Math.min(Math.max(1, Number.parseInt(text('page'), 10) || 1), limits.list.max_page),
    columns: Object.fromEntries(columns) as Record<string, string>,
  }
}

/** Whether what an address says can be chosen in a filter; one that was emptied says so. */
function isValueOf(resource: Resource, { field: name, kind: how }: Filter, given: unknown): given is string {
  if (typeof given !== 'string') return false
  const field = resource.fields[name]
  return given === '' || how === 'range' || !field || (chosenIn[field.kind]?.(given, field) ?? true)
}

const chosenIn: Partial<Record<Kind, (text: string, field: Field) => boolean>> = {
  select: (text) => /^[1-9]\d{0,14}$/.test(text),
  number: (text) => /^-?\d{1,15}(\.\d+)?$/.test(text),
  switch: (text) => text === 'true' || text === 'false',
  choice: (text, field) => field.kind === 'choice' && field.choices.includes(text),
  date: isDay,
}

function readSort(resource: Resource, text: string) {
  const by = text.replace(/^-/, '')
  return Object.hasOwn(resource.fields, by) ? { by, descending: text.startsWith('-') } : undefined
}

/** The address of a state: what is as the resource has it is left out. */
export function writeList(resource: Resource, { filters, search, sort, page, columns }: ListState) {
  const chosen = Object.entries(filters).filter(
    ([name, value]) => value !== String(resource.filters?.[name]?.default ?? ''),
  )
  return {
    ...Object.fromEntries(chosen),
    ...(search && { search }),
    ...(sort && { sort: `${sort.descending ? '-' : ''}${sort.by}` }),
    ...(page > 1 && { page: String(page) }),
    ...Object.fromEntries(
      Object.entries(columns).flatMap(([name, text]): [string, string][] => (text ? [[`in.${name}`, text]] : [])),
    ),
  }
}

/** The filters as the call takes them; undefined while a required one is empty, for then nothing is loaded. */
export function filtersOf(resource: Resource, given: Record<string, string>): Record<string, unknown> | undefined {
  const filters = Object.entries(resource.filters ?? {})
  if (filters.some(([name, filter]) => filter.required && !given[name])) return undefined
  return Object.fromEntries(
    filters.flatMap(([name, filter]) => (given[name] ? [[name, valueOf(resource, filter, given[name])]] : [])),
  )
}

function valueOf(resource: Resource, { field, kind: how }: Filter, text: string) {
  if (how === 'range') return parseDayRange(text)
  const kind = resource.fields[field]?.kind
  if (kind === 'switch') return text === 'true'
  return kind === 'select' || kind === 'number' ? Number(text) : text
}

/** Where the list stands, which is what its address says, and the way to change it. */
export function useListState(resource: Resource) {
  const state = readList(resource, useSearch({ strict: false }))
  const navigate = useNavigate()
  return {
    state,
    /** Whatever narrows or orders the list leads to its first page, unless a page is named. */
    change: (part: Partial<ListState>, { replace = false } = {}) =>
      void navigate({
        to: '.',
        // The router knows the search of each single route; a list stands at thirteen, and keeps its own.
        search: writeList(resource, { ...state, page: 1, ...part }) as never,
        replace,
        resetScroll: false,
      }),
  }
}

export type ListChange = ReturnType<typeof useListState>['change']
