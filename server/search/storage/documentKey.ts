const idRange = 2 ** 28

/** The document key: days since 1900 in the high bits, the id in the low ones. Sorts by day, then by id; cases without a closing date come first. */
export const docKeyAt = (day: number, id: number) => day * idRange + id
export const idOf = (docKey: number) => docKey % idRange
export const dayOfKey = (docKey: number) => Math.floor(docKey / idRange)

/** The year of a day; 0 without a closing date. */
export const yearOf = (day: number) =>
  day === 0 ? 0 : new Date(Date.parse(firstDay) + (day - 1) * 86_400_000).getUTCFullYear()

/** The lowest and the highest document key of a range of days; an open range still excludes cases without a closing date. */
export const docKeysBetween = (from: string | undefined, to: string | undefined) => ({
  low: from === undefined && to === undefined ? 0 : dayOf(from ?? firstDay) * idRange,
  high: to === undefined ? Number.MAX_SAFE_INTEGER : (dayOf(to) + 1) * idRange - 1,
})

const firstDay = '1900-01-01'

/** Days since 1900; 0 without a closing date. */
export function dayOf(date: string | null): number {
  if (date === null) return 0
  return Math.max(1, Math.round((Date.parse(date) - Date.parse(firstDay)) / 86_400_000) + 1)
}
