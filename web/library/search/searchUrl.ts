import { limits } from '#shared/limits.ts'
import { referencePattern, searchTypes, type SearchType, sorts, type Sort } from '#shared/searchTypes.ts'
import { tidyWords } from './queryProblem.ts'
import { type Filters, noFilters, rangeProblem } from './filters.ts'

/** What stands open above the page. */
export type Opened = OpenedCase | { kind: 'phrase'; reference: string }
export type OpenedCase = {
  kind: 'case'
  reference: string
  tab: ViewerTab
  /** The block of its text at which it opens (`shared/delta/blocks.ts`). */
  paragraph?: number
}
export type ViewerTab = (typeof tabs)[number]

/** The whole state of the search page: a link, the back button and a reload restore it. */
export type Search = {
  type: SearchType
  q: string
  page: number
  sort: Sort
  /** Of case files only; for phrases none is set. */
  filters: Filters
  opened: Opened | undefined
}

/** The same in the address, where only what differs from an empty page is written. */
export type SearchParams = {
  type?: SearchType
  q?: string
  page?: number
  sort?: Sort
  number?: string
  from?: string
  to?: string
  court?: string
  judges?: string
  types?: string
  status?: string
  year?: string
  claimant?: string
  respondant?: string
  case?: string
  tab?: ViewerTab
  p?: number
  phrase?: string
}

const tabs = ['details', 'text'] as const

/** What the filters' texts and lists may hold: the server refuses more. */
const { number_letters, party_letters, chosen, first_year, last_year } = limits.search

export const emptySearch: Search = {
  type: 'CaseFile',
  q: '',
  page: 1,
  sort: 'relevance',
  filters: noFilters,
  opened: undefined,
}

/** Reads an address that anyone may have written: what is unknown or malformed is dropped. */
export function readSearch(params: Readonly<Record<string, unknown>>): Search {
  const type = oneOf(searchTypes, params['type']) ?? 'CaseFile'
  return {
    type,
    q: tidyWords(textIn(params['q'])),
    page: wholeIn(params['page'], limits.search.max_page) ?? 1,
    // Phrases have no date: they come by relevance only.
    sort: (type === 'CaseFile' ? oneOf(sorts, params['sort']) : undefined) ?? 'relevance',
    filters: type === 'CaseFile' ? readFilters(params) : noFilters,
    opened: readOpened(params),
  }
}

function readFilters(params: Readonly<Record<string, unknown>>): Filters {
  const from = textIn(params['from'])
  const to = textIn(params['to'])
  const wrong = rangeProblem(from, to)
  return {
    number: wordsIn(params['number'], number_letters),
    from: wrong.from || wrong.to === 'reversed' ? '' : from,
    to: wrong.to ? '' : to,
    courts: idsIn(params['court']),
    judges: idsIn(params['judges']),
    types: idsIn(params['types']),
    statuses: idsIn(params['status']),
    years: idsIn(params['year']).filter((year) => year >= first_year && year <= last_year),
    claimant: wordsIn(params['claimant'], party_letters),
    respondant: wordsIn(params['respondant'], party_letters),
  }
}

function readOpened(params: Readonly<Record<string, unknown>>): Opened | undefined {
  const inCase = textIn(params['case'])
  if (referencePattern.test(inCase)) return { kind: 'case', reference: inCase, ...readPlace(params) }
  const inPhrase = textIn(params['phrase'])
  return referencePattern.test(inPhrase) ? { kind: 'phrase', reference: inPhrase } : undefined
}

/** Where in a case: which tab, and at which block of the text. */
export function readPlace(params: Readonly<Record<string, unknown>>): Pick<OpenedCase, 'tab' | 'paragraph'> {
  const tab = oneOf(tabs, params['tab']) ?? 'details'
  const paragraph = wholeIn(params['p'], limits.reader.max_blocks)
  return tab === 'text' && paragraph !== undefined ? { tab, paragraph } : { tab }
}

const writePlace = ({ tab, paragraph }: Pick<OpenedCase, 'tab' | 'paragraph'>): SearchParams => ({
  ...(tab !== 'details' && { tab }),
  ...(tab === 'text' && paragraph !== undefined && { p: paragraph }),
})

export function writeSearch({ type, q, page, sort, filters, opened }: Search): SearchParams {
  return {
    ...(type !== 'CaseFile' && { type }),
    ...(q !== '' && { q }),
    ...(type === 'CaseFile' && writeFilters(filters)),
    ...(type === 'CaseFile' && sort !== 'relevance' && { sort }),
    ...(page !== 1 && { page }),
    ...writeOpened(opened),
  }
}

function writeFilters(filters: Filters): SearchParams {
  const { number, from, to, courts, judges, types, statuses, years, claimant, respondant } = filters
  return {
    ...(types.length > 0 && { types: types.join() }),
    ...(number && { number }),
    ...(from && { from }),
    ...(to && { to }),
    ...(years.length > 0 && { year: years.join() }),
    ...(courts.length > 0 && { court: courts.join() }),
    ...(judges.length > 0 && { judges: judges.join() }),
    ...(statuses.length > 0 && { status: statuses.join() }),
    ...(claimant && { claimant }),
    ...(respondant && { respondant }),
  }
}

function writeOpened(opened: Opened | undefined): SearchParams {
  if (!opened) return {}
  if (opened.kind === 'phrase') return { phrase: opened.reference }
  return { case: opened.reference, ...writePlace(opened) }
}

/** The address with only what this page understands: what the router keeps. */
export const tidySearch = (params: Readonly<Record<string, unknown>>) => writeSearch(readSearch(params))

/** The address of a case on a page of its own, with the search that found it. */
export type CaseParams = Omit<SearchParams, 'case' | 'phrase'> & { ref?: string }

export const writeCase = (search: Search, { reference, ...place }: Omit<OpenedCase, 'kind'>) => ({
  ref: reference,
  ...writeSearch({ ...search, opened: undefined }),
  ...writePlace(place),
})

/** What `/case` understands of an address that anyone may have written. */
export function tidyCase(params: Readonly<Record<string, unknown>>): CaseParams {
  const search = readSearch({ ...params, case: undefined, phrase: undefined })
  return writeCase(search, { reference: textIn(params['ref']), ...readPlace(params) })
}

/** A router may have read a text of digits as a number, or the word `true` as a boolean, already. */
function textIn(value: unknown): string {
  return typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}

function wordsIn(value: unknown, maximum: number): string {
  const text = tidyWords(textIn(value))
  return text.length > maximum ? '' : text
}

function wholeIn(value: unknown, maximum: number): number | undefined {
  const text = textIn(value)
  const number = /^\d+$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= maximum ? number : undefined
}

/** `3,8`: each once, in their order. */
function idsIn(value: unknown): number[] {
  const parts: unknown[] = Array.isArray(value) ? value : textIn(value).split(',')
  const ids = parts.flatMap((part) => wholeIn(part, Number.MAX_SAFE_INTEGER) ?? [])
  return [...new Set(ids)].slice(0, chosen)
}

const oneOf = <const Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given)
