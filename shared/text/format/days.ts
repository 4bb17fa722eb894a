/** Whether a text is an existing calendar day as YYYY-MM-DD, the form on the wire. */
export function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined || Number(year) < 1) return false
  const day = new Date(`${text}T00:00:00Z`)
  // Date moves a day past the end of its month into the next month, or is invalid.
  return !Number.isNaN(day.getTime()) && day.getUTCMonth() + 1 === Number(month) && day.getUTCDate() === Number(date)
}

/** Whether a text is a calendar day with a time, `2024-03-02T09:30`. */
export const isMoment = (text: string): boolean =>
  isDay(text.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d$/.test(text.slice(10))
