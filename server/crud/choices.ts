import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { FieldOf } from '#shared/resource/field.ts'
import { foreignKey, table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resourceByName, resources } from '#shared/resources/index.ts'
import { targetOf } from './columns.ts'
import { isNotDeleted } from './find.ts'

type ChoiceField = FieldOf<'multiselect'>
type ChosenRows = { owner: string; id: number; name: string; field: ChoiceField; chosen: readonly number[] }

/** Rejects the choice of a deleted record, unless the field contained it before. */
export async function rejectDeletedChoices(db: Db, { owner, id, name, field, chosen }: ChosenRows) {
  const resource = resourceByName(field.from)
  if (!resource.softDelete) return
  const target = targetOf(field)
  const own = target.table === table(resource) ? 'id' : foreignKey(resource)
  const { rows } = await sql`
    select
      from ${sql.table(target.table)} as chosen
      join ${sql.table(table(resource))} on ${sql.ref(`${table(resource)}.id`)} = ${sql.ref(`chosen.${own}`)}
     where chosen.id = any(${chosen}::bigint[])
       and not (${isNotDeleted({ resource })})
       and not exists (select
                         from ${sql.table(field.table)}
                        where ${sql.ref(owner)} = ${id}
                          and ${sql.ref(target.key)} = chosen.id)`.execute(db)
  if (rows.length > 0) throw new ApiError('invalid', { fields: { [name]: [{ code: 'gone' }] } })
}

/** The rows of a repeater field that a save leaves: `ids`, of the record `id` that `owner` refers to. */
export type RemainingRows = { table: string; owner: string; id: number; ids: readonly number[]; name: string }

/** Locks the repeater rows that a save removes, and rejects the save while another record refers to one. */
export async function rejectRemovalOfChosen(db: Db, { table: of, owner, id, ids, name }: RemainingRows) {
  const { rows: removed } = await sql<{ id: number }>`
    select id
      from ${sql.table(of)}
     where ${sql.ref(owner)} = ${id}
       and not (id = any(${ids}))
       for update`.execute(db)
  if (removed.length === 0) return
  for (const { resource, field } of fieldsChoosingFrom(of)) {
    const { rows } = await sql`
      select
        from ${sql.table(field.table)} as links
        join ${sql.table(table(resource))}
          on ${sql.ref(`${table(resource)}.id`)} = ${sql.ref(`links.${foreignKey(resource)}`)}
       where ${sql.ref(`links.${targetOf(field).key}`)} = any(${removed.map((row) => row.id)})
         and ${isNotDeleted({ resource })}
       limit 1`.execute(db)
    if (rows.length > 0) throw new ApiError('invalid', { fields: { [name]: [{ code: 'chosen-elsewhere' }] } })
  }
}

const fieldsChoosingFrom = (of: string) =>
  resources.flatMap((resource: Resource) =>
    Object.values(resource.fields).flatMap((field) =>
      field.kind === 'multiselect' && targetOf(field).table === of ? [{ resource, field }] : [],
    ),
  )
