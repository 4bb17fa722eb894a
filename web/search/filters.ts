import type { CaseFilters } from '#shared/calls/search.ts'
import { isDay } from './days.ts'

/** The filters of case files, each empty when it is not set. */
export type Filters = {
  number: string
  from: string
  to: string
  court: number | undefined
  judges: number[]
  types: number[]
  claimant: string
  respondant: string
}

export const noFilters: Filters = {
  number: '',
  from: '',
  to: '',
  court: undefined,
  judges: [],
  types: [],
  claimant: '',
  respondant: '',
}

/** One thing that a reader has chosen, and takes away at once: a range of days is one, each judge is another. */
export type FilterPart =
  | { kind: 'types' | 'judges' | 'court'; id: number }
  | { kind: 'number' | 'claimant' | 'respondant'; text: string }
  | { kind: 'closed'; from: string; to: string }

export function partsOf(filters: Filters): FilterPart[] {
  const { from, to, court } = filters
  return [
    ...filters.types.map((id) => ({ kind: 'types', id }) as const),
    ...(filters.number ? [{ kind: 'number', text: filters.number } as const] : []),
    ...(from || to ? [{ kind: 'closed', from, to } as const] : []),
    ...(court === undefined ? [] : [{ kind: 'court', id: court } as const]),
    ...filters.judges.map((id) => ({ kind: 'judges', id }) as const),
    ...(filters.claimant ? [{ kind: 'claimant', text: filters.claimant } as const] : []),
    ...(filters.respondant ? [{ kind: 'respondant', text: filters.respondant } as const] : []),
  ]
}

export const countFilters = (filters: Filters) => partsOf(filters).length
export const isFiltered = (filters: Filters) => countFilters(filters) > 0

export function withoutPart(filters: Filters, part: FilterPart): Filters {
  switch (part.kind) {
    case 'types':
    case 'judges':
      return { ...filters, [part.kind]: filters[part.kind].filter((id) => id !== part.id) }
    case 'court':
      return { ...filters, court: undefined }
    case 'closed':
      return { ...filters, from: '', to: '' }
    default:
      return { ...filters, [part.kind]: '' }
  }
}

/** What is wrong with the two ends of a range; either may be missing. */
export function rangeProblem(from: string, to: string): { from?: 'not-a-day'; to?: 'not-a-day' | 'reversed' } {
  const wrong = {
    ...(from !== '' && !isDay(from) && { from: 'not-a-day' as const }),
    ...(to !== '' && !isDay(to) && { to: 'not-a-day' as const }),
  }
  if (wrong.from || wrong.to) return wrong
  return from !== '' && to !== '' && from > to ? { to: 'reversed' } : {}
}

/** The filters as the call spells them; what is not set is left out. */
export function wireFilters(filters: Filters): Omit<CaseFilters, 'Query'> {
  const { number, from, to, court, judges, types, claimant, respondant } = filters
  return {
    ...(number && { CaseNumber: number }),
    ...((from || to) && { ClosedDate: { ...(from && { from }), ...(to && { to }) } }),
    ...(court !== undefined && { Court: court }),
    ...(judges.length > 0 && { Judges: judges }),
    ...(types.length > 0 && { CaseTypes: types }),
    ...(claimant && { Claimant: claimant }),
    ...(respondant && { Respondant: respondant }),
  }
}
