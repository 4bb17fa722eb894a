import { limits } from '#shared/limits.ts'
import { type SearchType, searchTypes } from '#shared/searchTypes.ts'

/** Which searches are looked at; the server's words for it (`shared/calls/searches.ts`). */
export const kinds = ['without-results', 'never-clicked', 'all'] as const
/** Of the last so many days. */
export const periods = ['7', '30', '90'] as const

export type Looking = {
  only: (typeof kinds)[number]
  type: SearchType
  days: (typeof periods)[number]
  page: number
}

export type LookingParams = Partial<Omit<Looking, 'page'>> & { page?: number }

const first: Looking = { only: 'without-results', type: 'CaseFile', days: '30', page: 1 }

/** Reads an address that anyone may have written: what is unknown is dropped. */
export function readLooking(params: Readonly<Record<string, unknown>>): Looking {
  const page = Number(params['page'])
  return {
    only: oneOf(kinds, params['only']) ?? first.only,
    type: oneOf(searchTypes, params['type']) ?? first.type,
    days: oneOf(periods, String(params['days'])) ?? first.days,
    page: Number.isInteger(page) && page >= 1 && page <= limits.search.max_page ? page : 1,
  }
}

/** Only what differs from the first look is written. */
export const writeLooking = ({ only, type, days, page }: Looking): LookingParams => ({
  ...(only !== first.only && { only }),
  ...(type !== first.type && { type }),
  ...(days !== first.days && { days }),
  ...(page !== 1 && { page }),
})

export const tidySearches = (params: Readonly<Record<string, unknown>>) => writeLooking(readLooking(params))

/** The first day of a period that ends today, in the Maldives: five hours ahead of Greenwich, all year. */
export const beginningOf = (days: string, now: number) => dayInMaldives(now - (Number(days) - 1) * day_ms)

/** The day of a moment in the Maldives, YYYY-MM-DD. */
export const dayInMaldives = (moment: number) => new Date(moment + 5 * hour_ms).toISOString().slice(0, 10)

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

const oneOf = <const Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given)
