export const docKeyIdRange = 2 ** 28

/** Days since 1900 above, the id below: sorts by day, then by id. Cases that are not closed stand at the far end. */
export const docKeyOf = (id: number, day: string | null) => docKeyAt(daysOf(day), id)
export const docKeyAt = (day: number, id: number) => day * docKeyIdRange + id
export const idOf = (docKey: number) => docKey % docKeyIdRange

/** The year of closing; 0 for a case that is not closed. */
export function yearOf(docKey: number): number {
  const day = Math.floor(docKey / docKeyIdRange)
  return day === 0 ? 0 : new Date(Date.parse(firstDay) + (day - 1) * 86_400_000).getUTCFullYear()
}

/** Days since 1900; 0 for a case that is not closed. */
export const dayOf = (docKey: number) => Math.floor(docKey / docKeyIdRange)

/** The lowest and the highest place of a range of days; an open end is open, but what is not closed is in no range. */
export const docKeysBetween = (from: string | undefined, to: string | undefined) => ({
  low: from === undefined && to === undefined ? 0 : daysOf(from ?? firstDay) * docKeyIdRange,
  high: to === undefined ? Number.MAX_SAFE_INTEGER : (daysOf(to) + 1) * docKeyIdRange - 1,
})

const firstDay = '1900-01-01'

function daysOf(day: string | null) {
  if (day === null) return 0
  return Math.max(1, Math.round((Date.parse(day) - Date.parse(firstDay)) / 86_400_000) + 1)
}
