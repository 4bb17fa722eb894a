import { isDay } from '#shared/text/format/days.ts'

// Days are written `YYYY-MM-DD` everywhere; here they are read from what a person types.

/**
 * The day that was typed: year first, or day first as it is written by hand, with any of the usual marks between. What
 * is no day comes back as it was, so that nobody loses what he wrote.
 */
export function dayTyped(text: string): string {
  const typed = text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(typed)
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(typed)
  const [year, month, date] = yearFirst?.slice(1) ?? dayFirst?.slice(1).reverse() ?? []
  if (year === undefined || month === undefined || date === undefined) return typed
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : typed
}

/** The hour that was typed: `9:30`, `9.30` and `0930` are `09:30`. What is no hour comes back as it was. */
export function hourTyped(text: string): string {
  const typed = text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  const [, hour = '', minute = ''] = /^(\d{1,2})[:. ]?(\d{2})$/.exec(typed) ?? []
  const isHour = hour !== '' && Number(hour) < 24 && Number(minute) < 60
  return isHour ? `${hour.padStart(2, '0')}:${minute}` : typed
}

/** The two parts of a moment, as far as they are typed. */
export function partsOfMoment(moment: string) {
  const between = moment.lastIndexOf('T')
  return between < 0 ? { day: moment, hour: '' } : { day: moment.slice(0, between), hour: moment.slice(between + 1) }
}

/** Both parts as one; null while neither is typed. */
export const momentOf = (day: string, hour: string) => (day === '' && hour === '' ? null : `${day}T${hour}`)

/** Both parts as they are kept, of what was typed as people write them. */
export function momentTyped(moment: string) {
  const { day, hour } = partsOfMoment(moment)
  return momentOf(dayTyped(day), hourTyped(hour))
}
