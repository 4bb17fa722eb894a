import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Field } from '#shared/resource/field.ts'
import { foreignKey, table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'

/**
 * Takes a row that is to be deleted out of the records that were deleted before: they are in no list, so that no user could
 * do it. What they referred to stays in their history.
 */
export async function unlinkFromDeleted(db: Db, resource: Resource, id: number): Promise<void> {
  const owners: readonly Resource[] = resources
  const statements = owners
    .filter(({ softDelete }) => softDelete)
    .flatMap((owner) =>
      Object.entries(owner.fields).flatMap(([name, field]) => unlinkField({ owner, resource, id }, name, field)),
    )
  for (const statement of statements) await statement.execute(db)
}

type Reference = { owner: Resource; resource: Resource; id: number }

function unlinkField({ owner, resource, id }: Reference, name: string, field: Field): RawBuilder<unknown>[] {
  const deletedAt = sql.ref(`${table(owner)}.deleted_at`)
  const column = (one: string) => sql.ref(`${one}_id`)
  if (field.kind === 'select' && field.from === resource.name && !field.computed)
    return [
      sql`update ${sql.table(table(owner))} set ${column(name)} = null where ${column(name)} = ${id} and ${deletedAt} is not null`,
    ]
  const rowsOfDeleted = ({ table: rows }: { table: string }) =>
    sql`exists (
      select from ${sql.table(table(owner))}
       where ${sql.ref(`${table(owner)}.id`)} = ${sql.ref(`${rows}.${foreignKey(owner)}`)}
         and ${deletedAt} is not null)`
  if (field.kind === 'multiselect' && field.from === resource.name)
    return [
      sql`delete from ${sql.table(field.table)} where ${sql.ref(foreignKey(resource))} = ${id} and ${rowsOfDeleted(field)}`,
    ]
  if (field.kind !== 'repeater') return []
  return Object.entries(field.fields)
    .filter(([, one]) => one.kind === 'select' && one.from === resource.name)
    .map(([inner, { required }]) => {
      const found = sql`${column(inner)} = ${id} and ${rowsOfDeleted(field)}`
      return required
        ? sql`delete from ${sql.table(field.table)} where ${found}`
        : sql`update ${sql.table(field.table)} set ${column(inner)} = null where ${found}`
    })
}
