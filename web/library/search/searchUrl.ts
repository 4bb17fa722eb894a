import { limits } from '#shared/limits.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { referencePattern, searchTypes, type SearchType, sorts, type Sort } from '#shared/searchTypes.ts'
import { type Filters, noFilters, rangeProblem } from './filters.ts'

/** The modal that is open over the page. */
export type Opened = OpenedCase | { kind: 'phrase'; reference: string }
export type OpenedCase = {
  kind: 'case'
  reference: string
  tab: ViewerTab
  /** The block to open at (`shared/delta/blocks.ts`). */
  paragraph?: number
}
type ViewerTab = (typeof tabs)[number]

/** The whole state of the search page, restored by a link, the back button and a reload. */
export type Search = {
  type: SearchType
  q: string
  page: number
  sort: Sort
  /** For case files only; phrases have none. */
  filters: Filters
  opened: Opened | undefined
}

/** The state as URL parameters, without default values. */
type SearchParams = {
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

/** The server's limits for filters. */
const { number_letters, party_letters, chosen, first_year, last_year } = limits.search

export const emptySearch: Search = {
  type: 'CaseFile',
  q: '',
  page: 1,
  sort: 'relevance',
  filters: noFilters,
  opened: undefined,
}

/** Reads the state from URL parameters; unknown and malformed values are dropped. */
export function readSearch(params: Readonly<Record<string, unknown>>): Search {
  const type = oneOf(searchTypes, params['type']) ?? 'CaseFile'
  return {
    type,
    q: trimQuery(textOf(params['q'])),
    page: positiveInteger(params['page'], limits.search.max_page) ?? 1,
    // Phrases have no date and are sorted by relevance only.
    sort: (type === 'CaseFile' ? oneOf(sorts, params['sort']) : undefined) ?? 'relevance',
    filters: type === 'CaseFile' ? readFilters(params) : noFilters,
    opened: readOpened(params),
  }
}

function readFilters(params: Readonly<Record<string, unknown>>): Filters {
  const from = textOf(params['from'])
  const to = textOf(params['to'])
  const problems = rangeProblem(from, to)
  return {
    number: queryOf(params['number'], number_letters),
    from: problems.from || problems.to === 'reversed' ? '' : from,
    to: problems.to ? '' : to,
    courts: idsOf(params['court']),
    judges: idsOf(params['judges']),
    types: idsOf(params['types']),
    statuses: idsOf(params['status']),
    years: idsOf(params['year']).filter((year) => year >= first_year && year <= last_year),
    claimant: queryOf(params['claimant'], party_letters),
    respondant: queryOf(params['respondant'], party_letters),
  }
}

function readOpened(params: Readonly<Record<string, unknown>>): Opened | undefined {
  const caseReference = textOf(params['case'])
  if (referencePattern.test(caseReference)) return { kind: 'case', reference: caseReference, ...readCaseView(params) }
  const phraseReference = textOf(params['phrase'])
  return referencePattern.test(phraseReference) ? { kind: 'phrase', reference: phraseReference } : undefined
}

/** The view of a case: its tab, and the block of its text. */
export function readCaseView(params: Readonly<Record<string, unknown>>): Pick<OpenedCase, 'tab' | 'paragraph'> {
  const tab = oneOf(tabs, params['tab']) ?? 'details'
  const paragraph = positiveInteger(params['p'], limits.reader.max_blocks)
  return tab === 'text' && paragraph !== undefined ? { tab, paragraph } : { tab }
}

const writeCaseView = ({ tab, paragraph }: Pick<OpenedCase, 'tab' | 'paragraph'>): SearchParams => ({
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
  return { case: opened.reference, ...writeCaseView(opened) }
}

/** The URL parameters reduced to valid ones, for the router. */
export const normalizeSearchParams = (params: Readonly<Record<string, unknown>>) => writeSearch(readSearch(params))

/** Whether nothing is searched for, refused or open. */
export const isLanding = (params: SearchParams) => Object.keys(params).every((name) => name === 'type')

/** The URL parameters of the page of a case, with the search that found it. */
type CaseParams = Omit<SearchParams, 'case' | 'phrase'> & { ref?: string }

export const writeCase = (search: Search, { reference, ...view }: Omit<OpenedCase, 'kind'>) => ({
  ref: reference,
  ...writeSearch({ ...search, opened: undefined }),
  ...writeCaseView(view),
})

/** The URL parameters of `/case` reduced to valid ones. */
export function normalizeCaseParams(params: Readonly<Record<string, unknown>>): CaseParams {
  const search = readSearch({ ...params, case: undefined, phrase: undefined })
  return writeCase(search, { reference: textOf(params['ref']), ...readCaseView(params) })
}

/** The router may have parsed digits as a number, or `true` as a boolean. */
function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}

/**
 * The text of an address as it was typed. Without the parser, which the first script of every page does not need, only a
 * text of operators and signs is recognized as one without a term.
 */
const trimQuery = (text: string) => {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.some((word) => !operatorWords.has(word)) ? stripDirectionMarks(text).trim() : ''
}

const operatorWords: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'NEAR'])

function queryOf(value: unknown, max: number): string {
  const text = trimQuery(textOf(value))
  return text.length > max ? '' : text
}

function positiveInteger(value: unknown, max: number): number | undefined {
  const text = textOf(value)
  const number = /^\d+$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : undefined
}

/** Parses `3,8`: unique ids in their order. */
function idsOf(value: unknown): number[] {
  const parts: unknown[] = Array.isArray(value) ? value : textOf(value).split(',')
  const ids = parts.flatMap((part) => positiveInteger(part, limits.record.id) ?? [])
  return [...new Set(ids)].slice(0, chosen)
}

const oneOf = <const Value extends string>(values: readonly Value[], text: unknown): Value | undefined =>
  values.find((value) => value === text)
