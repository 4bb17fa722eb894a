import type { Field } from '#shared/resource/field.ts'
import { isDay, isMoment } from '#shared/text/format/days.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { foldText } from '#shared/text/language/fold.ts'

// Dates are `YYYY-MM-DD` everywhere; here they are parsed from what a user types.

/**
 * Parses a typed date: year first or day first, separated by `-`, `/`, `.`, or a space, or year first without them, in Latin or
 * Arabic digits. Other text is returned trimmed and otherwise unchanged, so that the user can correct it.
 */
export function parseTypedDay(text: string): string {
  const typed = stripDirectionMarks(text).trim()
  const digits = foldText(typed)
  const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(digits) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(digits)
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(digits)
  const [year, month, date] = yearFirst?.slice(1) ?? dayFirst?.slice(1).reverse() ?? []
  if (year === undefined || month === undefined || date === undefined) return typed
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : typed
}

/** Parses a typed time: `9:30`, `9.30`, and `0930` are `09:30`. Other text is returned trimmed. */
export function parseTypedHour(text: string): string {
  const typed = stripDirectionMarks(text).trim()
  const [, hour = '', minute = ''] = /^(\d{1,2})[:. ]?(\d{2})$/.exec(foldText(typed)) ?? []
  const isHour = hour !== '' && Number(hour) < 24 && Number(minute) < 60
  return isHour ? `${hour.padStart(2, '0')}:${minute}` : typed
}

/** Splits a moment `YYYY-MM-DDTHH:MM` into date and time; either may be empty. */
export function splitMoment(moment: string) {
  const separator = moment.lastIndexOf('T')
  return separator < 0
    ? { day: moment, hour: '' }
    : { day: moment.slice(0, separator), hour: moment.slice(separator + 1) }
}

/** Joins date and time; null if both are empty. */
export const joinMoment = (day: string, hour: string) => (day === '' && hour === '' ? null : `${day}T${hour}`)

/** Normalizes both parts of a typed moment. */
export function parseTypedMoment(moment: string) {
  const { day, hour } = splitMoment(moment)
  return joinMoment(parseTypedDay(day), parseTypedHour(hour))
}

/** Why a filled date or moment cannot be stored. */
export function dayProblemOf({ kind }: Pick<Field, 'kind'>, value: unknown): 'notADay' | 'notAMoment' | undefined {
  if (kind === 'date' && !isDay(String(value))) return 'notADay'
  return kind === 'moment' && !isMoment(String(value)) ? 'notAMoment' : undefined
}
