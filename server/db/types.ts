import pg from 'pg'

const { builtins } = pg.types

/** Ids and counts fit a JavaScript number; a date is a day, not a moment in a time zone. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.DATE, (day) => day],
  // bigint[]
  [1016, (list) => list.slice(1, -1).split(',').filter(Boolean).map(Number)],
])

/** Converts PostgreSQL values; used by every connection. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    parsers.get(oid) ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
}
