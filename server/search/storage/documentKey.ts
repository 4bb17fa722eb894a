export const docKeyIdRange = 2 ** 28

/** The document key: days since 1900 in the high bits, the id in the low ones. Sorts by day, then by id; cases without a closing date come first. */
export const docKeyOf = (id: number, day: string | null) => docKeyAt(daysOf(day), id)
export const docKeyAt = (day: number, id: number) => day * docKeyIdRange + id
export const idOf = (docKey: number) => docKey % docKeyIdRange

/** The year of closing; 0 without a closing date. */
export function yearOf(docKey: number): number {
  const day = Math.floor(docKey / docKeyIdRange)
  return day === 0 ? 0 : new Date(Date.parse(firstDay) + (day - 1) * 86_400_000).getUTCFullYear()
}

/** Days since 1900; 0 without a closing date. */
export const dayOf = (docKey: number) => Math.floor(docKey / docKeyIdRange)

/** The lowest and the highest document key of a range of days; an open range still excludes cases without a closing date. */
export const docKeysBetween = (from: string | undefined, to: string | undefined) => ({
  low: from === undefined && to === undefined ? 0 : daysOf(from ?? firstDay) * docKeyIdRange,
  high: to === undefined ? Number.MAX_SAFE_INTEGER : (daysOf(to) + 1) * docKeyIdRange - 1,
})

const firstDay = '1900-01-01'

function daysOf(day: string | null) {
  if (day === null) return 0
  return Math.max(1, Math.round((Date.parse(day) - Date.parse(firstDay)) / 86_400_000) + 1)
}
