import { isDay } from './days.ts'

/** An inclusive range of days; an absent end is open. */
export type DayRange = { from?: string | undefined; to?: string | undefined }

/** Parses the URL form `2024-01-01..2024-03-31`; either end may be empty, and an invalid day is ignored. */
export function parseDayRange(text: string): DayRange {
  const [from = '', to = ''] = text.split('..')
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) }
}

/** The URL form; empty when both ends are open. */
export const formatDayRange = ({ from = '', to = '' }: DayRange): string => (from || to ? `${from}..${to}` : '')

/** Whether a day, or a day with a time, is within the range; an empty value never is. */
export function isWithin({ from, to }: DayRange, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const day = value.slice(0, 10)
  return (from === undefined || day >= from) && (to === undefined || day <= to)
}

/** Whether the range starts after it ends and so contains no day. */
export const isReversed = ({ from, to }: DayRange): boolean => from !== undefined && to !== undefined && from > to
