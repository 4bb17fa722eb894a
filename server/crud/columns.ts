import { type RawBuilder, sql } from 'kysely'
import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import { foreignKey, table } from '#shared/resource/names.ts'
import { resourceByName } from '#shared/resources/index.ts'
import type { Kept } from './serverResource.ts'

/** Where a field stands: the table of its row, and its name. */
type Place = { table: string; name: string; owner: string }

const column = ({ table, name }: Place) => sql.ref(`${table}.${name}`)

/** How each kind is read, as an expression over the table of its row. */
const readers: { [K in Kind]: (field: FieldOf<K>, place: Place) => RawBuilder<unknown> } = {
  text: (_field, place) => column(place),
  textarea: (_field, place) => column(place),
  email: (_field, place) => column(place),
  password: () => sql`null`,
  link: (_field, place) => column(place),
  number: (_field, place) => column(place),
  switch: (_field, place) => column(place),
  date: (_field, place) => column(place),
  moment: (_field, place) => sql`to_char(${column(place)}, 'YYYY-MM-DD"T"HH24:MI')`,
  choice: (_field, place) => column(place),
  tags: (_field, place) => column(place),
  richtext: (_field, place) => column(place),
  document: (_field, place) => column(place),
  select: (field, place) => {
    const target = targetOf(field)
    return sql`(
      select ${describe(target)}
        from ${sql.table(target.table)} as chosen
       where chosen.id = ${sql.ref(`${place.table}.${place.name}_id`)})`
  },
  multiselect: (field, place) => {
    const target = targetOf(field)
    return sql`coalesce((
      select jsonb_agg(${describe(target)} order by links.position)
        from ${sql.table(field.table)} as links
        join ${sql.table(target.table)} as chosen on chosen.id = ${sql.ref(`links.${target.key}`)}
       where ${sql.ref(`links.${place.owner}`)} = ${sql.ref(`${place.table}.id`)}), '[]')`
  },
  file: (_field, place) => sql`(
    select jsonb_build_object('id', files.id, 'type', files.type, 'name', files.name, 'size', files.size,
                              'media_type', files.media_type)
      from files
     where files.id = ${sql.ref(`${place.table}.${place.name}_id`)})`,
  repeater: (field, place) => {
    const inner = Object.entries(field.fields).flatMap(([name, one]) => [
      sql.lit(name),
      read(one, { table: field.table, name, owner: place.owner }),
    ])
    return sql`coalesce((
      select jsonb_agg(jsonb_build_object('id', ${sql.ref(`${field.table}.id`)}, ${sql.join(inner)}) order by position)
        from ${sql.table(field.table)}
       where ${sql.ref(`${field.table}.${place.owner}`)} = ${sql.ref(`${place.table}.id`)}), '[]')`
  },
}

/** One value of any kind. The table of readers is exhaustive, which the compiler cannot follow through the union. */
const read = (field: Field, place: Place) =>
  (readers[field.kind] as (field: Field, place: Place) => RawBuilder<unknown>)(field, place)

/** What a select chooses from: a table, the column in which a link names a row of it, and what is shown of one. */
export type Target = { table: string; key: string; shows: readonly string[] }

/** What travels with a chosen row beside its id; its name alone where nothing is said. */
const shown: Record<string, readonly string[]> = {
  case_numbers: ['number'],
  case_statuses: ['name', 'icon', 'color'],
}

export function targetOf(field: { from: string; shows?: string }): Target {
  // The number of a case is a row of its own: a case is chosen by one of its numbers.
  const ofNumbers = field.from === 'caseFiles' && field.shows === 'number'
  const name = ofNumbers ? 'case_numbers' : table(resourceByName(field.from))
  const key = ofNumbers ? 'case_number_id' : foreignKey(resourceByName(field.from))
  return { table: name, key, shows: shown[name] ?? ['name'] }
}

const describe = ({ shows }: Target) =>
  sql`jsonb_build_object('id', chosen.id, ${sql.join(shows.flatMap((name) => [sql.lit(name), sql.ref(`chosen.${name}`)]))})`

/** The named fields of a resource as columns of a query over its table. */
export function columnsOf({ resource, computed = {} }: Kept, names: readonly string[]) {
  const owner = foreignKey(resource)
  return sql.join(
    names.map((name) => {
      const field = resource.fields[name]
      if (!field) throw new Error(`${resource.name} has no field ${name}`)
      const made = field.kind === 'password' ? sql`null` : computed[name]
      if (field.computed && !made) throw new Error(`${resource.name}.${name} is computed, but nobody says how`)
      return sql`${made ?? read(field, { table: table(resource), name, owner })} as ${sql.ref(name)}`
    }),
  )
}

/** The fields that somebody with these abilities may read. */
export const readable = ({ resource }: Kept, abilities: readonly string[]) =>
  Object.keys(resource.fields).filter((name) => mayRead(resource.fields[name], abilities))

export const mayRead = (field: Field | undefined, abilities: readonly string[]) =>
  field !== undefined && (field.permission === undefined || abilities.includes(field.permission))

/** A field as the words that a list shows of it. */
export function shownText({ resource, computed = {} }: Kept, name: string): RawBuilder<unknown> {
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
      select string_agg(${sql.ref(`chosen.${target.shows[0] ?? 'name'}`)}, ' ' order by links.position)
        from ${sql.table(field.table)} as links
        join ${sql.table(target.table)} as chosen on chosen.id = ${sql.ref(`links.${target.key}`)}
       where ${sql.ref(`links.${foreignKey(resource)}`)} = ${sql.ref(`${table(resource)}.id`)})`
  }
  return field?.kind === 'text' || field?.kind === 'email' ? own : sql`${own}::text`
}
