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

/**
 * Doc values of a case: the fields for facets and ranking. `length`: the number of words. `textHash`: of its paragraphs,
 * below 2 ** 32; a case that is saved again with the same one has the same words there.
 */
export type DocumentFields = {
  court: number
  level: number
  length: number
  types: number[]
  judges: number[]
  statuses: number[]
  textHash: number
}

/** Encodes the fields as 32-bit numbers; each list follows its length. */
export function encodeFields({ court, level, length, types, judges, statuses, textHash }: DocumentFields): Uint8Array {
  const lists = [types, judges, statuses].flatMap((list) => [list.length, ...list])
  return new Uint8Array(Uint32Array.of(court, level, length, ...lists, textHash).buffer)
}

/** The inverse of `encodeFields`; a case that was indexed before it had a hash has 0. */
export function decodeFields(bytes: Uint8Array): DocumentFields {
  // Bytes read from a database may have any offset; a Uint32Array needs a multiple of four.
  const [court = 0, level = 0, length = 0, ...lists] = new Uint32Array(bytes.slice().buffer)
  const next = () => lists.splice(0, lists.shift() ?? 0)
  return { court, level, length, types: next(), judges: next(), statuses: next(), textHash: lists[0] ?? 0 }
}
