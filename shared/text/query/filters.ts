import { readDay } from './days.ts'
import type { FilterToken } from './takeFilters.ts'
import type { Mender } from './mender.ts'
import type { QueryFilters } from './tree.ts'

/** Wherever they stand, filters are about the whole query; of names that are given twice either may hold. */
export function readFilters(given: readonly FilterToken[], mender: Mender): QueryFilters {
  const filters: QueryFilters = {}
  const days: Days = {}
  for (const { name, value, label } of given)
    if (value === '') mender.mend('filter-empty', `${label}:`)
    else if (name === 'from' || name === 'to') days[name] = value
    else filters[name] = [...new Set([...(filters[name] ?? []), value])]
  return { ...filters, ...readDays(days, mender) }
}

type Days = { from?: string; to?: string }

function readDays({ from, to }: Days, mender: Mender): Days {
  const [first, last] = [dayOf(from, 'from', mender), dayOf(to, 'to', mender)]
  if (first === undefined || last === undefined || first <= last)
    return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) }
  mender.mend('dates-reversed', '')
  return readDays({ ...(to !== undefined && { from: to }), ...(from !== undefined && { to: from }) }, mender)
}

function dayOf(value: string | undefined, end: 'from' | 'to', mender: Mender) {
  const day = value === undefined ? undefined : readDay(value, end)
  if (value !== undefined && day === undefined) mender.mend('date-unreadable', value)
  return day
}
