import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import { table } from '#shared/resource/names.ts'
import { resources } from '#shared/resources/index.ts'

type Column = { table: string; column: string }

/**
 * The files that nothing refers to: no foreign key of any table and no picture in a text. Soft-deleted rows still refer to
 * their files, and so do the earlier texts of a judgment, which can be restored. The rest of a history does not.
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

async function withoutPicturesInTexts(db: Db, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct file_id as id
      from (${sql.join([...richTexts, ...judgmentTexts, earlierJudgmentTexts], sql` union all `)}) as pictures (file_id)
     where file_id = any(${ids})`.execute(db)
  const used = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !used.has(id))
}

const columnsOf = (kind: Kind, owner: string, fields: Record<string, Field>): Column[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'repeater') return columnsOf(kind, field.table, field.fields)
    return field.kind === kind ? [{ table: owner, column: name }] : []
  })
const everyColumn = (kind: Kind) => resources.flatMap((resource) => columnsOf(kind, table(resource), resource.fields))

/** The pictures of rich texts, also by `data-file` attributes in other spellings than the sanitizer writes. */
const richTexts = everyColumn('richtext').map(
  ({ table: owner, column }) => sql`
    select found[1]::bigint
      from ${sql.table(owner)}, regexp_matches(${sql.ref(column)}, 'data-file\\s*=\\s*["'']?\\s*(\\d{1,15})', 'g') as found
     where ${sql.ref(column)} like '%data-file%'`,
)

/** The pictures of judgment texts. Each table has an index with this condition. */
const judgmentTexts = everyColumn('document').map(
  ({ table: owner, column }) => sql`
    select (op -> 'insert' -> 'picture' ->> 'file')::bigint
      from ${sql.table(owner)}, jsonb_array_elements(${sql.ref(column)} -> 'content') as op
     where ${sql.ref(column)} @? '$.content[*].insert.picture'
       and op @? '$.insert.picture'`,
)

/** The pictures of judgment texts before a change. An index has this condition. */
const earlierJudgmentTexts = sql`
    select file::bigint
      from audit, jsonb_path_query(before, '$.*.content[*].insert.picture.file') as file
     where resource in ('caseFiles', 'analysis')
       and before @? '$.*.content[*].insert.picture'`
