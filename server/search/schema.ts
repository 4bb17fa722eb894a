import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { listsSchema } from './lists.ts'
import { namesSchema } from './names.ts'
import { phraseNamesSchema } from './phraseNames.ts'
import { phraseWordsSchema } from './phraseWords.ts'
import { rowColumns } from './rows.ts'
import { statement } from './statements.ts'
import { tokenizer } from './tokenizer.ts'
import { vocabularySchema } from './vocabulary.ts'

/** Counted up whenever what is indexed, or how, changes: an index of another version is made anew. */
const version = 'hukum 9'

export const caseColumns: readonly string[] = [
  'claimant', 'respondant', 'numbers', 'keys', 'signs', 'facets', ...rowColumns,
] // prettier-ignore

export const phraseColumns: readonly string[] = [
  'dhivehi', 'english', 'arabic', 'short_meaning', 'meaning', 'numbers', 'facets', 'stems', 'more_stems',
] // prettier-ignore

export const caseTable = `
  ${vocabularySchema}
  ${namesSchema}
  ${phraseNamesSchema}
  create virtual table cases using fts5(
    ${caseColumns.join(', ')},
    content = '', contentless_delete = 1, tokenize = ${tokenizer});
`

export const phraseTable = `
  ${phraseWordsSchema}
  create virtual table phrases using fts5(
    ${phraseColumns.join(', ')},
    content = '', contentless_delete = 1, tokenize = ${tokenizer});
`

/**
 * The index: contentless FTS5 tables over the words that `shared/text` finds, so that its tokenizer only has to find the
 * spaces. The texts themselves stay in PostgreSQL.
 *
 * The row id of a case is its place in time (`placeOf`), so that the newest come first without sorting and a range of
 * days is a range of ids. Its paragraphs, names and title have a column each (`rows.ts`); the words of some names stand
 * once more where they are asked for by themselves. The others hold words of the index's own (`ownWords.ts`): `keys`
 * those of its numbers, `facets` what is filtered by, `signs` what `caseWords.ts` makes of its words. `facts` is what a
 * case is counted by; its `stamp` tells the readers what is new to them.
 */
const schema = `
  create table meta (key text primary key, value text not null) without rowid;
  create table places (id integer primary key, place integer not null);
  create table facts (place integer primary key, stamp integer not null, facts blob);
  create index facts_stamp_idx on facts (stamp);
  ${caseTable}
  ${phraseTable}
  ${listsSchema}
`

/** How much a match in each column of `phrases` counts, in their order. */
export const phraseWeights = [6, 6, 6, 2, 1, 1, 0, 4, 0.5]

const settings = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma busy_timeout = 5000;
  pragma cache_size = -65536;
  pragma mmap_size = 2147483648;
`

/** Opens the file for writing; one that is missing, broken or of another version is begun anew. */
export function openForWriting(file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(file)
    database.exec(settings)
    if (readMeta(database, 'version') === version) {
      database.exec(listsSchema)
      return database
    }
    database.close()
  } catch {
    // Not a database, or one without our tables: it holds nothing that PostgreSQL does not.
  }
  return begin(file)
}

/** An empty index in the place of whatever was there. */
export function begin(file: string): DatabaseSync {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
  const database = new DatabaseSync(file)
  database.exec(settings)
  database.exec(schema)
  writeMeta(database, 'version', version)
  return database
}

/** Does SQLite say that the file is damaged, or no database (its result codes 11 and 26)? */
export const isDamaged = (error: unknown) =>
  error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff)

export function openForReading(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true })
  database.exec('pragma busy_timeout = 5000; pragma cache_size = -65536; pragma mmap_size = 2147483648')
  return database
}

export function readMeta(database: DatabaseSync, key: string): string | undefined {
  const row = statement(database, 'select value from meta where key = ?').get(key)
  return typeof row?.['value'] === 'string' ? row['value'] : undefined
}

export function writeMeta(database: DatabaseSync, key: string, value: string) {
  statement(database, setMeta).run(key, value)
}

const setMeta = 'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value'

export const idBits = 2 ** 28

/** Days since 1900 above, the id below: sorts by day, then by id. Cases that are not closed stand at the far end. */
export const placeOf = (id: number, day: string | null) => placeOn(daysOf(day), id)
export const placeOn = (day: number, id: number) => day * idBits + id
export const idOf = (place: number) => place % idBits

/** The year of closing; 0 for a case that is not closed. */
export function yearOf(place: number): number {
  const day = Math.floor(place / idBits)
  return day === 0 ? 0 : new Date(Date.parse(firstDay) + (day - 1) * 86_400_000).getUTCFullYear()
}

/** Days since 1900; 0 for a case that is not closed. */
export const dayOf = (place: number) => Math.floor(place / idBits)

/** The lowest and the highest place of a range of days; an open end is open, but what is not closed is in no range. */
export const placesBetween = (from: string | undefined, to: string | undefined) => ({
  low: from === undefined && to === undefined ? 0 : daysOf(from ?? firstDay) * idBits,
  high: to === undefined ? Number.MAX_SAFE_INTEGER : (daysOf(to) + 1) * idBits - 1,
})

const firstDay = '1900-01-01'

function daysOf(day: string | null) {
  if (day === null) return 0
  return Math.max(1, Math.round((Date.parse(day) - Date.parse(firstDay)) / 86_400_000) + 1)
}
