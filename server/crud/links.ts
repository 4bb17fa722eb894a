import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { onlyRow } from '#server/db/onlyRow.ts'
import { ApiError, type FieldProblem } from '#server/endpoint/apiError.ts'
import type { FieldOf } from '#shared/resource/field.ts'
import { foreignKey, permission, table as tableOf } from '#shared/resource/names.ts'
import { type RemainingRows, rejectRemovalOfChosen, rejectDeletedChoices } from './choices.ts'
import { targetOf } from './columns.ts'
import type { DerivedColumns, ResourceConfig } from './resourceConfig.ts'
import { toApiErrorOfRow } from './databaseErrors.ts'
import { columnValues } from './values.ts'

/** `abilities`: those of the user; an error names another record only to one who may read it. */
type Writer = { db: Db; abilities: readonly string[] }

/** Writes the fields with tables of their own: links of multiselects and rows of repeaters. */
export async function writeLinks(writer: Writer, config: ResourceConfig, id: number, input: Record<string, unknown>) {
  for (const [name, field] of Object.entries(config.resource.fields)) {
    const value = input[name]
    if (value === undefined || field.computed) continue
    if (field.kind === 'multiselect')
      await writeChosen(writer.db, config, { id, name, field, chosen: value as number[] })
    if (field.kind === 'repeater') await writeRows(writer, config, { id, name, field, rows: value as RepeaterRow[] })
  }
}

type ChosenRows = { id: number; name: string; field: FieldOf<'multiselect'>; chosen: readonly number[] }

/** `position` is the order in which they were chosen. */
async function writeChosen(db: Db, { resource }: ResourceConfig, { id, name, field, chosen }: ChosenRows) {
  const owner = foreignKey(resource)
  const { key } = targetOf(field)
  await rejectDeletedChoices(db, { owner, id, name, field, chosen })
  await sql`delete from ${sql.table(field.table)} where ${sql.ref(owner)} = ${id}`.execute(db)
  await sql`
    insert into ${sql.table(field.table)} (${sql.ref(owner)}, ${sql.ref(key)}, position)
    select ${id}, chosen, ordinality - 1
      from unnest(${chosen}::bigint[]) with ordinality as given (chosen, ordinality)`.execute(db)
}

type RepeaterRow = Record<string, unknown> & { id?: number }
type RepeaterRows = { id: number; name: string; field: FieldOf<'repeater'>; rows: readonly RepeaterRow[] }

/** Rows that stay keep their ids, because other records refer to them; missing rows are deleted. */
async function writeRows(writer: Writer, config: ResourceConfig, { id, name, field, rows: input }: RepeaterRows) {
  const { db } = writer
  const owner = foreignKey(config.resource)
  const rows = await matchSingleFieldRows(db, { id, owner, field, rows: input })
  const ids = rows.flatMap((row) => row.id ?? [])
  const remaining = { table: field.table, owner, id, ids, name }
  await rejectForeignRows(db, remaining)
  await rejectRemovalOfChosen(db, remaining)
  await sql`
    delete from ${sql.table(field.table)}
     where ${sql.ref(owner)} = ${id}
       and not (id = any(${ids}))`.execute(db)
  const derived = await deriveValues(db, config.derivedColumns?.[field.table], rows)
  await rejectTaken(writer, config, { id, owner, name, field }, derived)
  await releaseUniqueKeys(db, remaining, derived)
  for (const [position, row] of rows.entries()) {
    const columns = [
      ...columnValues(field.fields, row),
      ...derived.map(({ column, values }) => [column, values[position]] as const),
      ['position', position] as const,
    ]
    try {
      await (row.id === undefined
        ? insertRow(db, field.table, [...columns, [owner, id]])
        : updateRow(db, field.table, row.id, columns))
    } catch (error) {
      throw toApiErrorOfRow(error, field, `${name}.${position}`) ?? error
    }
  }
}

type UnmatchedRows = Omit<RepeaterRows, 'name'> & { owner: string }

/** A row of a single field may be sent as its value alone: it gets the id of the stored row with this value. */
async function matchSingleFieldRows(
  db: Db,
  { id, owner, field, rows }: UnmatchedRows,
): Promise<readonly RepeaterRow[]> {
  const [only, ...others] = Object.keys(field.fields)
  if (only === undefined || others.length > 0 || rows.every((row) => row.id !== undefined)) return rows
  const { rows: stored } = await sql<{ id: number; value: unknown }>`
    select id, ${sql.ref(only)} as value
      from ${sql.table(field.table)}
     where ${sql.ref(owner)} = ${id}
     order by position`.execute(db)
  const named = new Set(rows.map((row) => row.id))
  const unmatched = stored.filter((row) => !named.has(row.id))
  return rows.map((row) => {
    const index = row.id === undefined ? unmatched.findIndex(({ value }) => value === row[only]) : -1
    const [found] = index < 0 ? [] : unmatched.splice(index, 1)
    return found ? { ...row, id: found.id } : row
  })
}

async function rejectForeignRows(db: Db, { table, owner, id, ids, name }: RemainingRows) {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${sql.ref(owner)} = ${id} and id = any(${ids})`.execute(db)
  if (rows.length < new Set(ids).size || ids.length > rows.length)
    throw new ApiError('invalid', { fields: { [name]: [{ code: 'gone' }] } })
}

/** A derived column with its new value in each row. */
type DerivedValues = { column: string; ids: readonly (number | null)[]; values: readonly string[] }

async function deriveValues(
  db: Db,
  columns: DerivedColumns[string] = {},
  rows: readonly RepeaterRow[],
): Promise<DerivedValues[]> {
  const ids = rows.map((row) => row.id ?? null)
  if (rows.length === 0) return []
  const derived = Object.entries(columns).map(async ([column, derive]) => ({
    column,
    ids,
    values: await derive(rows, db),
  }))
  return Promise.all(derived)
}

type Repeater = Omit<RepeaterRows, 'rows'> & { owner: string }

/**
 * Names every row whose key another record or an earlier row has, and that record; the unique index remains for saves at the
 * same time.
 */
async function rejectTaken(
  { db, abilities }: Writer,
  { resource, uniqueColumns }: ResourceConfig,
  { id, owner, name, field }: Repeater,
  derived: readonly DerivedValues[],
) {
  const unique = uniqueColumns?.[field.table]
  const values = derived.find(({ column }) => column === unique?.column)?.values
  if (!unique || !values) return
  const { rows } = await sql<{ position: number; other: string | null }>`
    select place - 1 as position,
           (select ${unique.ownerName} from ${sql.table(tableOf(resource))} where id = other_id) as other
      from unnest(${values}::text[]) with ordinality as given (value, place)
      left join lateral (
        select ${sql.ref(owner)} as other_id
          from ${sql.table(field.table)}
         where ${sql.ref(unique.column)} = value
           and ${unique.where}
           and ${sql.ref(owner)} <> ${id}) as others on true
     where value = any((${values}::text[])[1:place - 1])
        or other_id is not null
     order by place`.execute(db)
  if (rows.length === 0) return
  const [first = ''] = Object.keys(field.fields)
  const isReadable = abilities.includes(permission('read', resource))
  const problemOf = (other: string | null): FieldProblem =>
    other === null || !isReadable ? { code: 'taken' } : { code: 'taken-by', values: { other } }
  const fields: ApiError['fields'] = {}
  for (const { position, other } of rows) fields[`${name}.${position}.${first}`] = [problemOf(other)]
  throw new ApiError('invalid', { fields })
}

/** Moves positions and reassigned keys to temporary values, because they are unique at every moment of the update. */
async function releaseUniqueKeys(db: Db, { table, owner, id }: RemainingRows, derived: readonly DerivedValues[]) {
  const keys = derived.map(({ column, ids, values }) => {
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
  return onlyRow(rows, `insert into ${table} returned no row`).id
}

export async function updateRow(db: Db, table: string, id: number, columns: Columns) {
  if (columns.length === 0) return
  await sql`
    update ${sql.table(table)}
       set ${sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
     where id = ${id}`.execute(db)
}
