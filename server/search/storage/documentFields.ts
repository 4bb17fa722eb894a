/** Doc values of a case: the fields for facets and ranking. `length`: the number of words. */
export type DocumentFields = {
  court: number
  level: number
  length: number
  types: number[]
  judges: number[]
  statuses: number[]
}

/** Encodes the fields as 32-bit numbers; each list follows its length. */
export function encodeFields({ court, level, length, types, judges, statuses }: DocumentFields): Uint8Array {
  const lists = [types, judges, statuses].flatMap((list) => [list.length, ...list])
  return new Uint8Array(Uint32Array.of(court, level, length, ...lists).buffer)
}

/** The inverse of `encodeFields`. */
export function decodeFields(bytes: Uint8Array): DocumentFields {
  // Bytes read from a database may have any offset; a Uint32Array needs a multiple of four.
  const [court = 0, level = 0, length = 0, ...lists] = new Uint32Array(bytes.slice().buffer)
  const next = () => lists.splice(0, lists.shift() ?? 0)
  return { court, level, length, types: next(), judges: next(), statuses: next() }
}
