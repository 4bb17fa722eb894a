import { isDay } from './days.ts'

/** Days from one to another, both of them in it; an end that is absent is open. */
export type DayRange = { from?: string | undefined; to?: string | undefined }

/** `2024-01-01..2024-03-31` as an address has it; either end may be empty, and what is no day is left out. */
export function readRange(text: string): DayRange {
  const [from = '', to = ''] = text.split('..')
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) }
}

/** As an address has it; empty when both ends are open. */
export const writeRange = ({ from = '', to = '' }: DayRange): string => (from || to ? `${from}..${to}` : '')

/** Whether a day, or a day with its hour, lies within. What is empty lies nowhere. */
export function isWithin({ from, to }: DayRange, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const day = value.slice(0, 10)
  return (from === undefined || day >= from) && (to === undefined || day <= to)
}

/** Whether it begins after it ends, so that no day is in it. */
export const isReversed = ({ from, to }: DayRange): boolean => from !== undefined && to !== undefined && from > to
