import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Field } from '#shared/resource/field.ts'
import { table } from '#shared/resource/names.ts'
import { resources } from '#shared/resources/index.ts'

type Column = { table: string; column: string }

/**
 * Those of these files that nothing refers to: no column of any table, described or not, and no picture in a text. Rows
 * that are kept for their history only refer to theirs; what was once in a record and is not any more does not.
 */
export async function letGoOf(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const columns = await columnsOfFiles(db)
  const named = columns.map(
    (one) =>
      sql`exists (select from ${sql.table(one.table)} as owning where ${sql.ref(`owning.${one.column}`)} = files.id)`,
  )
  const { rows } = await sql<{ id: number }>`
    select id from files where id = any(${ids}) and not (${sql.join(named, sql` or `)})`.execute(db)
  return withoutPictures(
    db,
    rows.map(({ id }) => id),
  )
}

/** As the database knows them. */
async function columnsOfFiles(db: Db) {
  const { rows } = await sql<Column>`
    select conrelid::regclass::text as table, attname as column
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'files'::regclass`.execute(db)
  return rows
}

/** What is said a little otherwise than texts are kept counts as well. */
async function withoutPictures(db: Db, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const texts = textColumns.map(
    (one) =>
      sql`select ${sql.ref(one.column)} as text from ${sql.table(one.table)} where ${sql.ref(one.column)} like '%data-file%'`,
  )
  const { rows } = await sql<{ id: number }>`
    select distinct found[1]::bigint as id
      from (${sql.join(texts, sql` union all `)}) as texts,
           regexp_matches(text, 'data-file\\s*=\\s*["'']?\\s*(\\d{1,15})', 'g') as found
     where found[1]::bigint = any(${ids})`.execute(db)
  const shown = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !shown.has(id))
}

const richTexts = (owner: string, fields: Record<string, Field>): Column[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'repeater') return richTexts(field.table, field.fields)
    return field.kind === 'richtext' ? [{ table: owner, column: name }] : []
  })

/** Every column that holds a text with pictures. */
export const textColumns = resources.flatMap((resource) => richTexts(table(resource), resource.fields))
