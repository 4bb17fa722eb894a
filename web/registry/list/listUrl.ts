import { useNavigate, useSearch } from '@tanstack/react-router'
import { limits } from '#shared/limits.ts'
import { type Field, isSortable, type Kind } from '#shared/resource/field.ts'
import type { Filter, Resource } from '#shared/resource/resource.ts'
import { parseDayRange } from '#shared/text/format/dayRange.ts'
import { isDay } from '#shared/text/format/days.ts'
import { useAbilities } from '#web/platform/session/session.ts'

/** The state of a list in the URL's query string: filters, search, order, and page. */
export type ListState = {
  filters: Record<string, string>
  search: string
  sort: { by: string; descending: boolean } | undefined
  page: number
  /** Column filters: field name → text that the cell must contain. */
  columns: Record<string, string>
}

/**
 * Parses the query string, with the resource's defaults for what is missing. `sort=-title` is descending. A link that another
 * user has sent may name fields that this one may not read: they are left out, because the server refuses them.
 */
export function parseListState(
  whole: Resource,
  query: Record<string, unknown>,
  abilities: readonly string[],
): ListState {
  const resource = readablePart(whole, abilities)
  const text = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const filters = Object.entries(resource.filters ?? {}).map(([name, filter]) => {
    const value = query[name]
    return [name, isValidFilter(resource, filter, value) ? value : String(filter.default ?? '')]
  })
  const columns = Object.entries(resource.fields).flatMap(([name, { list }]) =>
    list !== undefined && text(`in.${name}`) ? [[name, text(`in.${name}`)]] : [],
  )
  return {
    filters: Object.fromEntries(filters) as Record<string, string>,
    search: text('search'),
    sort: parseSort(resource, text('sort')),
    page: Math.min(Math.max(1, Number.parseInt(text('page'), 10) || 1), limits.list.max_page),
    columns: Object.fromEntries(columns) as Record<string, string>,
  }
}

/** A resource without the fields that a user may not read, and without their filters. */
function readablePart(resource: Resource, abilities: readonly string[]): Resource {
  const isReadable = (name: string) => {
    const permission = resource.fields[name]?.permission
    return permission === undefined || abilities.includes(permission)
  }
  const fields = Object.entries(resource.fields).filter(([name]) => isReadable(name))
  const filters = Object.entries(resource.filters ?? {}).filter(([, { field }]) => isReadable(field))
  return { ...resource, fields: Object.fromEntries(fields), filters: Object.fromEntries(filters) }
}

/** Whether a value of the query string is valid for a filter; empty means that the user cleared it. */
function isValidFilter(resource: Resource, { field: name, kind: filterKind }: Filter, value: unknown): value is string {
  if (typeof value !== 'string') return false
  const field = resource.fields[name]
  return value === '' || filterKind === 'range' || !field || (isValidValue[field.kind]?.(value, field) ?? true)
}

const isValidValue: Partial<Record<Kind, (text: string, field: Field) => boolean>> = {
  select: (text) => /^[1-9]\d{0,14}$/.test(text),
  number: (text) => /^-?\d{1,15}(\.\d+)?$/.test(text),
  switch: (text) => text === 'true' || text === 'false',
  choice: (text, field) => field.kind === 'choice' && field.choices.includes(text),
  date: isDay,
}

function parseSort(resource: Resource, text: string) {
  const by = text.replace(/^-/, '')
  const field = Object.hasOwn(resource.fields, by) ? resource.fields[by] : undefined
  return field && isSortable(field) ? { by, descending: text.startsWith('-') } : undefined
}

/** The query string of a state, without the values that equal the resource's defaults. */
export function formatListState(resource: Resource, { filters, search, sort, page, columns }: ListState) {
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

/** The filters in the API's format; undefined while a required one is empty: nothing is loaded then. */
export function filtersOf(resource: Resource, value: Record<string, string>): Record<string, unknown> | undefined {
  const filters = Object.entries(resource.filters ?? {})
  if (filters.some(([name, filter]) => filter.required && !value[name])) return undefined
  return Object.fromEntries(
    filters.flatMap(([name, filter]) => (value[name] ? [[name, toFilterValue(resource, filter, value[name])]] : [])),
  )
}

function toFilterValue(resource: Resource, { field, kind: filterKind }: Filter, text: string) {
  if (filterKind === 'range') return parseDayRange(text)
  const kind = resource.fields[field]?.kind
  if (kind === 'switch') return text === 'true'
  return kind === 'select' || kind === 'number' ? Number(text) : text
}

/** The list state from the URL, and a function that changes it by navigation. */
export function useListState(resource: Resource) {
  const abilities = useAbilities()
  const query: Record<string, unknown> = useSearch({ strict: false })
  const state = parseListState(resource, query, abilities)
  const navigate = useNavigate()
  return {
    state,
    /** Returns to the first page unless `part` names one. */
    change: (changes: Partial<ListState>, { replace = false } = {}) =>
      void navigate({
        to: '.',
        // The router types the search of each route; the lists of all resources share this one.
        search: {
          ...formatListState(resource, { ...state, page: 1, ...changes }),
          // A record that is open over the list stays open.
          ...(query['view'] !== undefined && { view: query['view'] }),
        } as never,
        replace,
        resetScroll: false,
      }),
  }
}

export type ListChange = ReturnType<typeof useListState>['change']
