import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import { foreignKey, table } from '#shared/resource/names.ts'
import { resourceByName } from '#shared/resources/index.ts'
import type { ResourceConfig } from './resourceConfig.ts'

/** The table of a field's row, its name, and the foreign key of rows that belong to it. */
type FieldColumn = { table: string; name: string; owner: string }

const column = ({ table, name }: FieldColumn) => sql.ref(`${table}.${name}`)

/** An SQL expression per kind of field, over the table of its row. */
const columnReaders: { [K in Kind]: (field: FieldOf<K>, at: FieldColumn) => RawBuilder<unknown> } = {
  text: (_field, at) => column(at),
  textarea: (_field, at) => column(at),
  email: (_field, at) => column(at),
  password: () => sql`null`,
  link: (_field, at) => column(at),
  number: (_field, at) => column(at),
  switch: (_field, at) => column(at),
  date: (_field, at) => column(at),
  moment: (_field, at) => sql`to_char(${column(at)}, 'YYYY-MM-DD"T"HH24:MI')`,
  choice: (_field, at) => column(at),
  tags: (_field, at) => column(at),
  richtext: (_field, at) => column(at),
  document: (_field, at) => column(at),
  select: (field, at) => {
    const target = targetOf(field)
    return sql`(
      select ${describeChoice(target)}
        from ${sql.table(target.table)} as chosen
       where chosen.id = ${sql.ref(`${at.table}.${at.name}_id`)})`
  },
  multiselect: (field, at) => {
    const target = targetOf(field)
    return sql`coalesce((
      select jsonb_agg(${describeChoice(target)} order by links.position)
        from ${sql.table(field.table)} as links
        join ${sql.table(target.table)} as chosen on chosen.id = ${sql.ref(`links.${target.key}`)}
       where ${sql.ref(`links.${at.owner}`)} = ${sql.ref(`${at.table}.id`)}), '[]')`
  },
  file: (_field, at) => sql`(
    select jsonb_build_object('id', files.id, 'type', files.type, 'name', files.name, 'size', files.size,
                              'media_type', files.media_type)
      from files
     where files.id = ${sql.ref(`${at.table}.${at.name}_id`)})`,
  repeater: (field, at) => {
    const inner = Object.entries(field.fields).flatMap(([name, one]) => [
      sql.lit(name),
      readColumn(one, { table: field.table, name, owner: at.owner }),
    ])
    return sql`coalesce((
      select jsonb_agg(jsonb_build_object('id', ${sql.ref(`${field.table}.id`)}, ${sql.join(inner)}) order by position)
        from ${sql.table(field.table)}
       where ${sql.ref(`${field.table}.${at.owner}`)} = ${sql.ref(`${at.table}.id`)}), '[]')`
  },
}

// The table has one function per kind, which the compiler cannot follow through the union.
const readColumn = (field: Field, at: FieldColumn) =>
  (columnReaders[field.kind] as (field: Field, at: FieldColumn) => RawBuilder<unknown>)(field, at)

/** The table that a select chooses from, the link column that refers to it, and the displayed columns. */
type ChoiceTarget = { table: string; key: string; displayColumns: readonly string[] }

/** Columns that a chosen row is sent with; by default its name. */
const displayColumnsOf: Record<string, readonly string[]> = {
  case_numbers: ['number'],
  case_statuses: ['name', 'icon', 'color'],
}

export function targetOf(field: { from: string; shows?: string }): ChoiceTarget {
  // A case is chosen by one of its numbers, which are rows of their own.
  const ofNumbers = field.from === 'caseFiles' && field.shows === 'number'
  const name = ofNumbers ? 'case_numbers' : table(resourceByName(field.from))
  const key = ofNumbers ? 'case_number_id' : foreignKey(resourceByName(field.from))
  return { table: name, key, displayColumns: displayColumnsOf[name] ?? ['name'] }
}

const describeChoice = ({ displayColumns: names }: ChoiceTarget) =>
  sql`jsonb_build_object('id', chosen.id, ${sql.join(names.flatMap((name) => [sql.lit(name), sql.ref(`chosen.${name}`)]))})`

/** Columns as SQL, and a number that only these columns of this resource have, to name a prepared statement by. */
type Columns = { sql: RawBuilder<unknown>; number: number }

/** By resource and field names: a list has a hundred parts, which every call would put together. */
const knownColumns = new WeakMap<ResourceConfig, Map<string, Columns>>()
/** More than a resource has; the columns are cleared beyond it. */
const maxKnown = 100
let lastNumber = 0

/** The named fields as columns of a query over the table of the resource. */
export function columnsOf(config: ResourceConfig, names: readonly string[]): Columns {
  const known = knownColumns.get(config) ?? new Map<string, Columns>()
  knownColumns.set(config, known)
  const key = names.join()
  const found = known.get(key)
  if (found) return found
  const { sql: text, parameters } = buildColumns(config, names).compile(compiler)
  lastNumber += 1
  const columns = { sql: parameters.length === 0 ? sql.raw(text) : buildColumns(config, names), number: lastNumber }
  if (known.size >= maxKnown) known.clear()
  known.set(key, columns)
  return columns
}

/** Writes SQL and sends none. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

function buildColumns({ resource, computed = {} }: ResourceConfig, names: readonly string[]) {
  const owner = foreignKey(resource)
  return sql.join(
    names.map((name) => {
      const field = resource.fields[name]
      if (!field) throw new Error(`${resource.name} has no field ${name}`)
      const expression = field.kind === 'password' ? sql`null` : computed[name]
      if (field.computed && !expression)
        throw new Error(
          `${resource.name}.${name} is computed, but has no expression in the configuration of the resource`,
        )
      return sql`${expression ?? readColumn(field, { table: table(resource), name, owner })} as ${sql.ref(name)}`
    }),
  )
}

export const readableFields = ({ resource }: ResourceConfig, abilities: readonly string[]) =>
  Object.keys(resource.fields).filter((name) => canRead(resource.fields[name], abilities))

export const canRead = (field: Field | undefined, abilities: readonly string[]) =>
  field !== undefined && (field.permission === undefined || abilities.includes(field.permission))

/**
 * The text by which a column filter finds a row, as an SQL expression: what the list shows. The name of a file that stands
 * for an empty value is in the column `<file>_name`.
 */
export function searchedText(config: ResourceConfig, name: string): RawBuilder<unknown> {
  const file = config.resource.fields[name]?.tableDefaultFile
  const own = displayText(config, name)
  return file === undefined
    ? own
    : sql`coalesce(nullif(${own}, ''), ${sql.ref(`${table(config.resource)}.${file}_name`)})`
}

/** The text of a field in a list, as an SQL expression. */
export function displayText({ resource, computed = {} }: ResourceConfig, name: string): RawBuilder<unknown> {
  const field = resource.fields[name]
  const own = sql.ref(`${table(resource)}.${name}`)
  if (field?.computed) return sql`(${computed[name] ?? own})::text`
  if (field?.kind === 'date') return sql`day_text(${own})`
  if (field?.kind === 'moment') return sql`day_text(${own}::date) || ' ' || left(${own}::time::text, 5)`
  if (field?.kind === 'select')
    return sql`(
      select chosen.name
        from ${sql.table(targetOf(field).table)} as chosen
       where chosen.id = ${sql.ref(`${table(resource)}.${name}_id`)})`
  if (field?.kind === 'multiselect') {
    const target = targetOf(field)
    return sql`(
      select string_agg(${sql.ref(`chosen.${target.displayColumns[0] ?? 'name'}`)}, ' ' order by links.position)
        from ${sql.table(field.table)} as links
        join ${sql.table(target.table)} as chosen on chosen.id = ${sql.ref(`links.${target.key}`)}
       where ${sql.ref(`links.${foreignKey(resource)}`)} = ${sql.ref(`${table(resource)}.id`)})`
  }
  return field?.kind === 'text' || field?.kind === 'email' ? own : sql`${own}::text`
}
