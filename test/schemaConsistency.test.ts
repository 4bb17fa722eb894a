import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#server/db/database.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import { table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'

/** Resource descriptions and the migrated database must agree. */

/** `nullable`: a deleted record may lose what a record has to have. */
type Column = { table: string; column: string; type: string; nullable: boolean; foreign: string | null }

let database: TestDatabase
let connection: Connection
let columns: Map<string, Column>

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, { connections: 1 })
  const { rows } = await sql<Column>`
    select columns.table_name as table, columns.column_name as column, columns.data_type as type,
           columns.is_nullable = 'YES' and not exists (
             select from pg_constraint
              where contype = 'c'
                and conrelid = columns.table_name::regclass
                and pg_get_constraintdef(oid) like '%((' || columns.column_name || ' IS NOT NULL) OR (deleted_at IS NOT NULL))%'
           ) as nullable,
           (select confrelid::regclass::text
              from pg_constraint
             where contype = 'f'
               and conrelid = columns.table_name::regclass
               and conkey = array[columns.ordinal_position::smallint]) as foreign
      from information_schema.columns
     where columns.table_schema = 'public'`.execute(connection.db)
  columns = new Map(rows.map((row) => [`${row.table}.${row.column}`, row]))
})

afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** The storage of each kind: the type of its column, or a table of its own. */
const storage: Record<Kind, string> = {
  text: 'text', textarea: 'text', email: 'text', password: 'text', link: 'text', choice: 'text', tags: 'text', richtext: 'text',
  number: 'integer|numeric', switch: 'boolean', date: 'date', moment: 'timestamp without time zone', document: 'jsonb',
  select: 'bigint', file: 'bigint', multiselect: 'table', repeater: 'table',
} // prettier-ignore

const referenced: Record<string, string> = Object.fromEntries(
  resources.map((resource) => [resource.name, table(resource)]),
)

/** The differences between a field and the database, as sentences. */
function differences(owner: string, name: string, field: Field, parent: string): string[] {
  if (field.computed) return []
  if (field.kind === 'repeater' || field.kind === 'multiselect') return differencesOfTable(name, field, parent)

  const columnName = field.kind === 'select' || field.kind === 'file' ? `${name}_id` : name
  const column = columns.get(`${owner}.${columnName}`)
  if (!column) return [`${owner}.${columnName} is described, but there is no such column`]

  const wrongType = !new RegExp(`^(${storage[field.kind]})$`).test(column.type)
  const lookup = field.kind === 'select' ? referenced[field.from] : field.kind === 'file' ? 'files' : undefined
  return [
    ...(wrongType ? [`${owner}.${columnName} is of kind ${field.kind}, but the column is ${column.type}`] : []),
    ...(field.required && column.nullable ? [`${owner}.${columnName} is required, but the column accepts null`] : []),
    ...(lookup && column.foreign !== lookup
      ? [`${owner}.${columnName} looks up ${lookup}, but refers to ${column.foreign ?? 'nothing'}`]
      : []),
  ]
}

function differencesOfTable(
  name: string,
  field: Extract<Field, { kind: 'repeater' | 'multiselect' }>,
  parent: string,
): string[] {
  const links = [...columns.values()].filter((column) => column.table === field.table)
  if (links.length === 0) return [`${parent}.${name} is stored in ${field.table}, but there is no such table`]
  const back = links.some((column) => column.foreign === parent) ? [] : [`${field.table} does not refer to ${parent}`]
  if (field.kind === 'repeater')
    return [
      ...back,
      ...Object.entries(field.fields).flatMap(([inner, one]) => differences(field.table, inner, one, field.table)),
    ]
  const target = field.from === 'caseFiles' && field.shows === 'number' ? 'case_numbers' : referenced[field.from]
  return [
    ...back,
    ...(links.some((column) => column.foreign === target)
      ? []
      : [`${field.table} does not refer to ${target ?? field.from}`]),
  ]
}

test('every described field has a column of its kind', () => {
  const all = resources.flatMap((resource: Resource) =>
    Object.entries(resource.fields).flatMap(([name, field]) =>
      differences(table(resource), name, field, table(resource)),
    ),
  )
  expect(all).toEqual([])
})

test('every resource has id, version, and times, and a soft-deleted one deleted_at', () => {
  const missing = resources.flatMap((resource: Resource) =>
    ['id', 'version', 'created_at', 'updated_at', ...(resource.softDelete ? ['deleted_at'] : [])]
      .map((column) => `${table(resource)}.${column}`)
      .filter((column) => !columns.has(column)),
  )
  expect(missing).toEqual([])
})

test('every foreign key has an index, so that deletions do not scan tables', async () => {
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || '.' || attname as key
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f'
       and connamespace = 'public'::regnamespace
       and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])
       -- These rows are found by other columns, and users are only soft-deleted.
       and conrelid::regclass::text not in ('files', 'one_time_codes', 'analysis')`.execute(connection.db)
  expect(rows.map((row) => row.key)).toEqual([])
})

/** Kinds whose list text is stored in the row; labels of other kinds are translated by the screens. */
const ownText: ReadonlySet<Kind> = new Set(['text', 'email', 'date', 'moment', 'number', 'choice'])

test('list_text contains every own field that a list shows', async () => {
  const { rows } = await sql<{ table: string; expression: string }>`
    select table_name as table, generation_expression as expression
      from information_schema.columns
     where table_schema = 'public'
       and column_name = 'list_text'`.execute(connection.db)
  const expressions = new Map(rows.map((row) => [row.table, row.expression]))
  const missing = resources.flatMap((resource: Resource) =>
    Object.entries(resource.fields)
      .filter(
        ([name, field]) =>
          field.list !== undefined &&
          ownText.has(field.kind) &&
          !('levels' in field) &&
          columns.has(`${table(resource)}.${name}`),
      )
      .filter(([name]) => !new RegExp(`\\b${name}\\b`).test(expressions.get(table(resource)) ?? ''))
      .map(([name]) => `${table(resource)}.list_text lacks ${name}`),
  )
  expect(missing).toEqual([])
})

test('every field with a pattern in the database has a hint in the form', async () => {
  const { rows } = await sql<{ column: string }>`
    select conrelid::regclass || '.' || attname as column
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
     where contype = 'c'
       and pg_get_constraintdef(pg_constraint.oid) like '% ~ %'`.execute(connection.db)
  const patterned = new Set(rows.map((row) => row.column))
  const withoutHint = resources.flatMap((resource: Resource) =>
    Object.entries(resource.fields).flatMap(([name, field]) => {
      const column = `${table(resource)}.${name}`
      return patterned.has(column) && !field.subText ? [column] : []
    }),
  )
  expect(withoutHint).toEqual([])
})

test('every resource description survives JSON', () => {
  for (const resource of resources) expect(JSON.parse(JSON.stringify(resource))).toEqual(resource)
})

test('the upper bound of a field is a field of the same kind in the same row', () => {
  const unbounded = (fields: Record<string, Field>): string[] =>
    Object.entries(fields).flatMap(([name, field]) => {
      const isBounded = field.atMost === undefined || fields[field.atMost]?.kind === field.kind
      return [...(isBounded ? [] : [name]), ...(field.kind === 'repeater' ? unbounded(field.fields) : [])]
    })
  expect(resources.flatMap(({ fields }) => unbounded(fields))).toEqual([])
})
