import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Field } from '#shared/resource/field.ts'
import { table } from '#shared/resource/names.ts'
import { resources } from '#shared/resources/index.ts'

type Column = { table: string; column: string }

/**
 * The files that nothing refers to: no foreign key of any table and no picture in a text. Soft-deleted rows still refer to
 * their files; the history of a record does not.
 */
export async function unreferencedAmong(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const columns = await referencingColumns(db)
  const references = columns.map(
    (one) =>
      sql`exists (select from ${sql.table(one.table)} as owner where ${sql.ref(`owner.${one.column}`)} = files.id)`,
  )
  const { rows } = await sql<{ id: number }>`
    select id from files where id = any(${ids}) and not (${sql.join(references, sql` or `)})`.execute(db)
  return withoutPicturesInTexts(
    db,
    rows.map(({ id }) => id),
  )
}

/** The foreign keys to `files`, from the catalog of the database. */
async function referencingColumns(db: Db) {
  const { rows } = await sql<Column>`
    select conrelid::regclass::text as table, attname as column
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'files'::regclass`.execute(db)
  return rows
}

/** Also matches `data-file` attributes in other spellings than the sanitizer writes. */
async function withoutPicturesInTexts(db: Db, ids: number[]): Promise<number[]> {
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
  const used = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !used.has(id))
}

const richTextColumns = (owner: string, fields: Record<string, Field>): Column[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'repeater') return richTextColumns(field.table, field.fields)
    return field.kind === 'richtext' ? [{ table: owner, column: name }] : []
  })

/** Every column with rich text. */
const textColumns = resources.flatMap((resource) => richTextColumns(table(resource), resource.fields))
