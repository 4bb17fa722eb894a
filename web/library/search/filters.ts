import type { CaseFilters } from '#shared/calls/search.ts'
import { isDay } from '#shared/text/format/days.ts'

/** The filters of case files; an empty value means not set. */
export type Filters = {
  number: string
  from: string
  to: string
  courts: number[]
  judges: number[]
  types: number[]
  statuses: number[]
  /** The years of the closing date. */
  years: number[]
  claimant: string
  respondant: string
}

export const noFilters: Filters = {
  number: '',
  from: '',
  to: '',
  courts: [],
  judges: [],
  types: [],
  statuses: [],
  years: [],
  claimant: '',
  respondant: '',
}

/** Multi-value filters; a case must match one value of each. */
export type ListFilter = 'types' | 'courts' | 'judges' | 'statuses' | 'years'

/** One removable filter: a date range is one, each judge is another. */
export type FilterPart =
  | { kind: ListFilter; id: number }
  | { kind: 'number' | 'claimant' | 'respondant'; text: string }
  | { kind: 'closed'; from: string; to: string }

export function partsOf(filters: Filters): FilterPart[] {
  const { from, to } = filters
  const chosen = (kind: ListFilter) => filters[kind].map((id) => ({ kind, id }))
  return [
    ...chosen('types'),
    ...(filters.number ? [{ kind: 'number', text: filters.number } as const] : []),
    ...(from || to ? [{ kind: 'closed', from, to } as const] : []),
    ...chosen('years'),
    ...chosen('courts'),
    ...chosen('judges'),
    ...chosen('statuses'),
    ...(filters.claimant ? [{ kind: 'claimant', text: filters.claimant } as const] : []),
    ...(filters.respondant ? [{ kind: 'respondant', text: filters.respondant } as const] : []),
  ]
}

/** Identifies a filter among those of a search: two judges may have the same name. */
export const keyOfPart = (part: FilterPart) => ('id' in part ? `${part.kind} ${part.id}` : part.kind)

export const countFilters = (filters: Filters) => partsOf(filters).length
export const isFiltered = (filters: Filters) => countFilters(filters) > 0

export function withoutPart(filters: Filters, part: FilterPart): Filters {
  if ('id' in part) return { ...filters, [part.kind]: filters[part.kind].filter((id) => id !== part.id) }
  if (part.kind === 'closed') return { ...filters, from: '', to: '' }
  return { ...filters, [part.kind]: '' }
}

/** Toggles one value of a filter. */
export const withToggled = (filters: Filters, kind: ListFilter, id: number): Filters =>
  filters[kind].includes(id) ? withoutPart(filters, { kind, id }) : { ...filters, [kind]: [...filters[kind], id] }

/** The problems of a date range; either end may be empty. */
export function rangeProblem(from: string, to: string): { from?: 'not-a-day'; to?: 'not-a-day' | 'reversed' } {
  const problems = {
    ...(from !== '' && !isDay(from) && { from: 'not-a-day' as const }),
    ...(to !== '' && !isDay(to) && { to: 'not-a-day' as const }),
  }
  if (problems.from || problems.to) return problems
  return from !== '' && to !== '' && from > to ? { to: 'reversed' } : {}
}

/** The filters under the names of the API, without empty ones. */
export function wireFilters(filters: Filters): Omit<CaseFilters, 'Query'> {
  const { number, from, to, courts, judges, types, statuses, years, claimant, respondant } = filters
  const [court] = courts
  return {
    ...(number && { CaseNumber: number }),
    ...((from || to) && { ClosedDate: { ...(from && { from }), ...(to && { to }) } }),
    ...(court !== undefined && (courts.length === 1 ? { Court: court } : { Courts: courts })),
    ...(judges.length > 0 && { Judges: judges }),
    ...(types.length > 0 && { CaseTypes: types }),
    ...(statuses.length > 0 && { Statuses: statuses }),
    ...(years.length > 0 && { Years: years }),
    ...(claimant && { Claimant: claimant }),
    ...(respondant && { Respondant: respondant }),
  }
}
