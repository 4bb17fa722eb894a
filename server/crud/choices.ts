import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { FieldOf } from '#shared/resource/field.ts'
import { foreignKey, table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resourceByName, resources } from '#shared/resources/index.ts'
import { targetOf } from './columns.ts'
import { alive } from './find.ts'

type Chooser = FieldOf<'multiselect'>
type Chosen = { owner: string; id: number; name: string; field: Chooser; chosen: readonly number[] }

/** What belongs to a deleted record cannot be chosen any more; what was chosen before stays. */
export async function refuseDeleted(db: Db, { owner, id, name, field, chosen }: Chosen) {
  const resource = resourceByName(field.from)
  if (!resource.softDelete) return
  const target = targetOf(field)
  const own = target.table === table(resource) ? 'id' : foreignKey(resource)
  const { rows } = await sql`
    select
      from ${sql.table(target.table)} as chosen
      join ${sql.table(table(resource))} on ${sql.ref(`${table(resource)}.id`)} = ${sql.ref(`chosen.${own}`)}
     where chosen.id = any(${chosen}::bigint[])
       and not (${alive({ resource })})
       and not exists (select
                         from ${sql.table(field.table)}
                        where ${sql.ref(owner)} = ${id}
                          and ${sql.ref(target.key)} = chosen.id)`.execute(db)
  if (rows.length > 0) throw new ApiError('invalid', { fields: { [name]: [{ code: 'gone' }] } })
}

type Leaving = { table: string; owner: string; id: number; ids: readonly number[]; name: string }

/** Rows that would leave a record are locked, and refused to leave while another record that lives has chosen one. */
export async function refuseChosen(db: Db, { table: of, owner, id, ids, name }: Leaving) {
  const { rows: leaving } = await sql<{ id: number }>`
    select id
      from ${sql.table(of)}
     where ${sql.ref(owner)} = ${id}
       and not (id = any(${ids}))
       for update`.execute(db)
  if (leaving.length === 0) return
  for (const { resource, field } of choosersOf(of)) {
    const { rows } = await sql`
      select
        from ${sql.table(field.table)} as links
        join ${sql.table(table(resource))}
          on ${sql.ref(`${table(resource)}.id`)} = ${sql.ref(`links.${foreignKey(resource)}`)}
       where ${sql.ref(`links.${targetOf(field).key}`)} = any(${leaving.map((row) => row.id)})
         and ${alive({ resource })}
       limit 1`.execute(db)
    if (rows.length > 0) throw new ApiError('invalid', { fields: { [name]: [{ code: 'chosen-elsewhere' }] } })
  }
}

/** The fields by which rows of a table are chosen. */
const choosersOf = (of: string) =>
  resources.flatMap((resource: Resource) =>
    Object.values(resource.fields).flatMap((field) =>
      field.kind === 'multiselect' && targetOf(field).table === of ? [{ resource, field }] : [],
    ),
  )
