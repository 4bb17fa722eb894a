/** A day that the calendar has, in the form of the wire. */
export function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined || Number(year) < 1) return false
  const day = new Date(`${text}T00:00:00Z`)
  // A day past the end of its month is moved on into the next one, or is none at all.
  return !Number.isNaN(day.getTime()) && day.getUTCMonth() + 1 === Number(month) && day.getUTCDate() === Number(date)
}

/** A day of the calendar with an hour of the clock, `2024-03-02T09:30`. */
export const isMoment = (text: string): boolean =>
  isDay(text.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d$/.test(text.slice(10))
