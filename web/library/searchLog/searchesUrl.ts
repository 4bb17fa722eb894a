import { dayInMaldives } from '#shared/text/format/dates.ts'
import { limits } from '#shared/limits.ts'
import { type SearchType, searchTypes } from '#shared/searchTypes.ts'

/** The kinds of searches to list, as the server names them (`shared/calls/searches.ts`). */
export const kinds = ['without-results', 'never-clicked', 'all'] as const
/** The periods, in days. */
export const periods = ['7', '30', '90'] as const

export type LogFilters = {
  only: (typeof kinds)[number]
  type: SearchType
  days: (typeof periods)[number]
  page: number
}

type LogParams = Partial<Omit<LogFilters, 'page'>> & { page?: number }

const defaults: LogFilters = { only: 'without-results', type: 'CaseFile', days: '30', page: 1 }

/** Reads the filters from URL parameters; invalid values fall back to the defaults. */
export function readLogFilters(params: Readonly<Record<string, unknown>>): LogFilters {
  const page = Number(params['page'])
  return {
    only: oneOf(kinds, params['only']) ?? defaults.only,
    type: oneOf(searchTypes, params['type']) ?? defaults.type,
    days: oneOf(periods, String(params['days'])) ?? defaults.days,
    page: Number.isInteger(page) && page >= 1 && page <= limits.search.max_page ? page : 1,
  }
}

/** Writes only values that differ from the defaults. */
export const writeLogFilters = ({ only, type, days, page }: LogFilters): LogParams => ({
  ...(only !== defaults.only && { only }),
  ...(type !== defaults.type && { type }),
  ...(days !== defaults.days && { days }),
  ...(page !== 1 && { page }),
})

export const normalizeLogParams = (params: Readonly<Record<string, unknown>>) => writeLogFilters(readLogFilters(params))

/** The first day of a period that ends today, in the Maldives. */
export const firstDayOf = (days: string, now: number) => dayInMaldives(now - (Number(days) - 1) * day_ms)

const day_ms = 24 * 3_600_000

const oneOf = <const Value extends string>(values: readonly Value[], text: unknown): Value | undefined =>
  values.find((value) => value === text)
