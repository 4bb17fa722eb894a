/** What a case is counted by. */
export type DocumentFields = { court: number; level: number; types: number[]; judges: number[]; statuses: number[] }

/** The facts of a case as bytes, four for each number: its lists one behind the other, each after its length. */
export function encodeFields({ court, level, types, judges, statuses }: DocumentFields): Uint8Array {
  const lists = [types, judges, statuses].flatMap((list) => [list.length, ...list])
  return new Uint8Array(Uint32Array.of(court, level, ...lists).buffer)
}

/** The other way. */
export function decodeFields(bytes: Uint8Array): DocumentFields {
  // Bytes out of a database may begin anywhere; numbers of four bytes may not.
  const [court = 0, level = 0, ...lists] = new Uint32Array(bytes.slice().buffer)
  const next = () => lists.splice(0, lists.shift() ?? 0)
  return { court, level, types: next(), judges: next(), statuses: next() }
}
