import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { FieldOf } from '#shared/resource/field.ts'
import { foreignKey } from '#shared/resource/names.ts'
import { refuseChosen, refuseDeleted } from './choices.ts'
import { targetOf } from './columns.ts'
import type { Derived, Kept } from './serverResource.ts'
import { refusalOfRow } from './databaseErrors.ts'
import { columnsWritten } from './values.ts'

/** Writes what a row holds in tables of their own: the rows it chose, and the rows that belong to it. */
export async function writeLinks(db: Db, kept: Kept, id: number, given: Record<string, unknown>) {
  for (const [name, field] of Object.entries(kept.resource.fields)) {
    const value = given[name]
    if (value === undefined || field.computed) continue
    if (field.kind === 'multiselect') await writeChosen(db, kept, { id, name, field, chosen: value as number[] })
    if (field.kind === 'repeater') await writeRows(db, kept, { id, name, field, rows: value as Entry[] })
  }
}

type Chosen = { id: number; name: string; field: FieldOf<'multiselect'>; chosen: readonly number[] }

/** In the order in which they were chosen. */
async function writeChosen(db: Db, { resource }: Kept, { id, name, field, chosen }: Chosen) {
  const owner = foreignKey(resource)
  const { key } = targetOf(field)
  await refuseDeleted(db, { owner, id, name, field, chosen })
  await sql`delete from ${sql.table(field.table)} where ${sql.ref(owner)} = ${id}`.execute(db)
  await sql`
    insert into ${sql.table(field.table)} (${sql.ref(owner)}, ${sql.ref(key)}, position)
    select ${id}, chosen, place - 1
      from unnest(${chosen}::bigint[]) with ordinality as given (chosen, place)`.execute(db)
}

type Entry = Record<string, unknown> & { id?: number }
type Repeated = { id: number; name: string; field: FieldOf<'repeater'>; rows: readonly Entry[] }

/** Rows that are kept keep their ids, since others refer to them; those that are not there any more are deleted. */
async function writeRows(db: Db, kept: Kept, { id, name, field, rows: given }: Repeated) {
  const owner = foreignKey(kept.resource)
  const rows = await recognized(db, { id, owner, field, rows: given })
  const ids = rows.flatMap((row) => row.id ?? [])
  const staying = { table: field.table, owner, id, ids, name }
  await refuseStrangers(db, staying)
  await refuseChosen(db, staying)
  await sql`
    delete from ${sql.table(field.table)}
     where ${sql.ref(owner)} = ${id}
       and not (id = any(${ids}))`.execute(db)
  const made = await madeOf(db, kept.derived?.[field.table], rows)
  await setAside(db, staying, made)
  for (const [position, row] of rows.entries()) {
    const columns = [
      ...columnsWritten(field.fields, row),
      ...made.map(({ column, values }) => [column, values[position]] as const),
      ['position', position] as const,
    ]
    try {
      await (row.id === undefined
        ? insertRow(db, field.table, [...columns, [owner, id]])
        : updateRow(db, field.table, row.id, columns))
    } catch (error) {
      throw refusalOfRow(error, field, `${name}.${position}`) ?? error
    }
  }
}

type Recognizing = Omit<Repeated, 'name'> & { owner: string }

/** A row of a single field, sent as its value alone, is the one that holds this value already. */
async function recognized(db: Db, { id, owner, field, rows }: Recognizing): Promise<readonly Entry[]> {
  const [only, ...others] = Object.keys(field.fields)
  if (only === undefined || others.length > 0 || rows.every((row) => row.id !== undefined)) return rows
  const { rows: stored } = await sql<{ id: number; value: unknown }>`
    select id, ${sql.ref(only)} as value
      from ${sql.table(field.table)}
     where ${sql.ref(owner)} = ${id}
     order by position`.execute(db)
  const named = new Set(rows.map((row) => row.id))
  const free = stored.filter((row) => !named.has(row.id))
  return rows.map((row) => {
    const place = row.id === undefined ? free.findIndex(({ value }) => value === row[only]) : -1
    const [found] = place < 0 ? [] : free.splice(place, 1)
    return found ? { ...row, id: found.id } : row
  })
}

type Staying = { table: string; owner: string; id: number; ids: readonly number[]; name: string }

async function refuseStrangers(db: Db, { table, owner, id, ids, name }: Staying) {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${sql.ref(owner)} = ${id} and id = any(${ids})`.execute(db)
  if (rows.length < new Set(ids).size || ids.length > rows.length)
    throw new ApiError('invalid', { fields: { [name]: [{ code: 'gone' }] } })
}

/** A column that nobody types, with what it will hold in each of the rows. */
type Made = { column: string; ids: readonly (number | null)[]; values: readonly string[] }

async function madeOf(db: Db, columns: Derived[string] = {}, rows: readonly Entry[]): Promise<Made[]> {
  const ids = rows.map((row) => row.id ?? null)
  const made = Object.entries(columns).map(async ([column, make]) => {
    const values = await Promise.all(rows.map((row) => make(row, db)))
    return { column, ids, values }
  })
  return Promise.all(made)
}

/** Out of the way of the new places, and of a key that another row of the record takes over: they are unique at every moment. */
async function setAside(db: Db, { table, owner, id }: Staying, made: readonly Made[]) {
  const keys = made.map(({ column, ids, values }) => {
    const own = sql.ref(`${table}.${column}`)
    return sql`${sql.ref(column)} = case
      when exists (select
                     from unnest(${ids}::bigint[], ${values}::text[]) as given (id, value)
                    where given.value = ${own}
                      and given.id is distinct from ${sql.ref(`${table}.id`)})
        then chr(1) || ${sql.ref(`${table}.id`)}
      else ${own} end`
  })
  await sql`
    update ${sql.table(table)}
       set ${sql.join([sql`position = position + 100000`, ...keys])}
     where ${sql.ref(owner)} = ${id}`.execute(db)
}

type Columns = readonly (readonly [column: string, value: unknown])[]

export async function insertRow(db: Db, table: string, columns: Columns): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]) => value))})
    returning id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function updateRow(db: Db, table: string, id: number, columns: Columns) {
  if (columns.length === 0) return
  await sql`
    update ${sql.table(table)}
       set ${sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
     where id = ${id}`.execute(db)
}
