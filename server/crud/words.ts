import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { foreignKey, table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resourceNamed } from '#shared/resources/index.ts'

type Condition = RawBuilder<boolean>

/**
 * The rows in which every word stands in some column of the list. What a row shows of itself is kept folded in
 * `list_text`; what it shows of other rows is looked up by their names first, so that a word that no other row's name
 * holds is left to the index of `list_text` alone.
 */
export async function wordsCondition(db: Db, resource: Resource, text: string): Promise<Condition> {
  const words = wordsOf(text)
  const elsewhere = await findNamed(db, resource, [...lookupsOf(resource).values()], words)
  const conditions = words.map((word, place) => {
    const own = sql<boolean>`${sql.ref(`${table(resource)}.list_text`)} like ${pattern(word)}`
    return sql<boolean>`(${sql.join([own, ...(elsewhere[place] ?? [])], sql` or `)})`
  })
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

export const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** Folded by the database's own function, so that a word and the rows it is looked for in are folded alike. */
export const pattern = (word: string) => sql`'%' || fold_text(${escape(word)}) || '%'`

/** A word stands for itself: nothing in it is a wildcard. Its last u or sukun is left open, as they are written either way. */
const escape = (word: string) => word.replace(/[\\%_]/g, '\\$&').replace(/(?<=..)[\u07aa\u07b0]$/u, '')

type Lookup = { from: string; column: string; table?: string }

/** The columns of the list that show names of other rows; one that shows types in words stands for the field that chooses them. */
export function lookupsOf({ fields }: Resource): Map<string, Lookup> {
  const lookups = Object.entries(fields).flatMap(([name, field]): [string, Lookup][] => {
    const shownAs = [name, `${name}_text`].find((one) => fields[one]?.list !== undefined)
    if (shownAs === undefined) return []
    if (field.kind === 'select') return [[shownAs, { from: field.from, column: `${name}_id` }]]
    if (field.kind !== 'multiselect') return []
    return [[shownAs, { from: field.from, column: foreignKey(resourceNamed(field.from)), table: field.table }]]
  })
  return new Map(lookups)
}

type Named = { word: number; lookup: number; ids: number[] }

/** For each word the conditions of the lookups that know a name with it, all found at once. */
export async function findNamed(
  db: Db,
  resource: Resource,
  lookups: readonly Lookup[],
  words: readonly string[],
): Promise<Condition[][]> {
  if (lookups.length === 0 || words.length === 0) return words.map(() => [])
  const inEach = lookups.map(
    ({ from }, place) => sql`
      select wanted.word, ${place}::integer as lookup, array_agg(named.id) as ids
        from wanted
        join ${sql.table(table(resourceNamed(from)))} as named
          on named.list_text like wanted.pattern and fold_text(named.name) like wanted.pattern
       group by wanted.word`,
  )
  const { rows } = await sql<Named>`
    with wanted as materialized (
      select place - 1 as word, '%' || fold_text(text) || '%' as pattern
        from unnest(${words.map(escape)}::text[]) with ordinality as given (text, place))
    ${sql.join(inEach, sql` union all `)}`.execute(db)
  return words.map((_, word) =>
    lookups.flatMap((lookup, place) => {
      const found = rows.find((row) => row.word === word && row.lookup === place)
      return found ? [chosenAmong(resource, lookup, found.ids)] : []
    }),
  )
}

function chosenAmong(resource: Resource, lookup: Lookup, ids: readonly number[]): Condition {
  if (!lookup.table) return sql`${sql.ref(`${table(resource)}.${lookup.column}`)} = any(${ids})`
  return sql`exists (
    select from ${sql.table(lookup.table)}
     where ${sql.ref(`${lookup.table}.${foreignKey(resource)}`)} = ${sql.ref(`${table(resource)}.id`)}
       and ${sql.ref(`${lookup.table}.${lookup.column}`)} = any(${ids}))`
}
