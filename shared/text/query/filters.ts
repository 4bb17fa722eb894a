import { foldText } from '../fold.ts'
import type { Token } from './lexer.ts'
import type { Mender } from './mender.ts'
import type { QueryFilters } from './tree.ts'

/** Wherever they stand, filters are about the whole query; of names that are given twice either may hold. */
export function readFilters(tokens: readonly Token[], mender: Mender): QueryFilters {
  const filters: QueryFilters = {}
  const days: Days = {}
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'filter') continue
    const { name, value, label, text } = token
    if (value === '') mender.mend('filter-empty', `${label}:`)
    else if (tokens[index - 1]?.kind === 'minus') mender.mend('filter-negated', text.trim())
    else if (name === 'from' || name === 'to') days[name] = value
    else filters[name] = [...new Set([...(filters[name] ?? []), value])]
  }
  return { ...filters, ...readDays(days, mender) }
}

type Days = { from?: string; to?: string }

function readDays({ from, to }: Days, mender: Mender): Days {
  const [first, last] = [readDay(from, 'from', mender), readDay(to, 'to', mender)]
  if (first === undefined || last === undefined || first <= last)
    return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) }
  mender.mend('dates-reversed', '')
  return readDays({ ...(to !== undefined && { from: to }), ...(from !== undefined && { to: from }) }, mender)
}

function readDay(value: string | undefined, end: 'from' | 'to', mender: Mender) {
  const day = value === undefined ? undefined : dayOf(value, end)
  if (value !== undefined && day === undefined) mender.mend('date-unreadable', value)
  return day
}

/** 2021, 2021-05, 2021-05-17, 17/5/2021: of a year or a month the first day or the last, whichever end it is. */
function dayOf(value: string, end: 'from' | 'to'): string | undefined {
  const parts = foldText(value)
    .trim()
    .split(/[-/.−–]/)
  const [year = '', month, date] = parts[0]?.length === 4 ? parts : parts.toReversed()
  if (!/^(19|20)\d\d$/.test(year) || parts.length > 3 || !parts.every((part) => /^\d{1,4}$/.test(part)))
    return undefined
  const first = month ?? (end === 'from' ? '1' : '12')
  const day = new Date(Date.UTC(Number(year), Number(first) - 1, Number(date ?? 1)))
  if (day.getUTCMonth() !== Number(first) - 1 || (date !== undefined && day.getUTCDate() !== Number(date)))
    return undefined
  const last = new Date(Date.UTC(Number(year), Number(first), 0))
  return (date === undefined && end === 'to' ? last : day).toISOString().slice(0, 10)
}

/** What is left when the filters are taken out, each with the minus before it. */
export const withoutFilters = (tokens: readonly Token[]) =>
  tokens.filter(({ kind }, index) => kind !== 'filter' && (kind !== 'minus' || tokens[index + 1]?.kind !== 'filter'))
