import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'
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
  const words = text.split(/\s+/).filter((word) => word !== '')
  const conditions = await Promise.all(
    words.slice(0, limits.list.words).map(async (word) => {
      const elsewhere = await Promise.all(lookupsOf(resource).map((lookup) => conditionOf(db, resource, lookup, word)))
      const own = sql<boolean>`${sql.ref(`${table(resource)}.list_text`)} like ${pattern(word)}`
      return sql<boolean>`(${sql.join([own, ...elsewhere.filter((one) => one !== undefined)], sql` or `)})`
    }),
  )
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

/** Folded by the database's own function, so that a word and the rows it is looked for in are folded alike. */
export const pattern = (word: string) => sql`'%' || fold_text(${escape(word)}) || '%'`

/** A word stands for itself: nothing in it is a wildcard. Its last u or sukun is left open, as they are written either way. */
const escape = (word: string) => word.replace(/[\\%_]/g, '\\$&').replace(/(?<=..)[\u07aa\u07b0]$/u, '')

type Lookup = { from: string; column: string; table?: string }

/** The columns of the list that show names of other rows; one that shows types in words stands for the field that chooses them. */
function lookupsOf(resource: Resource): Lookup[] {
  return Object.entries(resource.fields).flatMap(([name, field]): Lookup[] => {
    const listed = field.list !== undefined || resource.fields[`${name}_text`]?.list !== undefined
    if (!listed) return []
    if (field.kind === 'select') return [{ from: field.from, column: `${name}_id` }]
    if (field.kind !== 'multiselect') return []
    return [{ from: field.from, column: foreignKey(resourceNamed(field.from)), table: field.table }]
  })
}

async function conditionOf(db: Db, resource: Resource, lookup: Lookup, word: string): Promise<Condition | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id
      from ${sql.table(table(resourceNamed(lookup.from)))}
     where list_text like ${pattern(word)}`.execute(db)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return undefined
  if (!lookup.table) return sql`${sql.ref(`${table(resource)}.${lookup.column}`)} = any(${ids})`
  return sql`exists (
    select from ${sql.table(lookup.table)}
     where ${sql.ref(`${lookup.table}.${foreignKey(resource)}`)} = ${sql.ref(`${table(resource)}.id`)}
       and ${sql.ref(`${lookup.table}.${lookup.column}`)} = any(${ids}))`
}
