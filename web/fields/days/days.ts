/** Days are written `YYYY-MM-DD` everywhere; here they are read from what a person types. */

/** A day that the calendar has, in the form of the wire. */
export function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined || Number(year) < 1) return false
  const day = new Date(`${text}T00:00:00Z`)
  // A day past the end of its month is moved on into the next one, or is none at all.
  return !Number.isNaN(day.getTime()) && day.getUTCMonth() + 1 === Number(month) && day.getUTCDate() === Number(date)
}

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
