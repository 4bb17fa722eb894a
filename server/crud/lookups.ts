import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { type LookupAnswer, lookupInput } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import { table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { courts } from '#shared/resources/courts.ts'
import { resourceByName } from '#shared/resources/index.ts'
import { subscriptionConfigs } from '#shared/resources/subscriptionConfigs.ts'
import { type ChoiceField, choiceFieldsOf, lookupPath, lookupPermissions } from '#shared/resources/lookups.ts'
import { targetOf } from './columns.ts'
import { isNotDeleted } from './find.ts'
import { searchCondition } from './textSearch.ts'
import { isVisibleCase } from './visibleChoices.ts'

/** One endpoint per select for its choices, for users who may fill it in or filter by it. */
export function lookups(resource: Resource): Endpoints {
  return Object.fromEntries(
    choiceFieldsOf(resource).map((field) => [lookupPath(resource, field), lookup(resource, field)]),
  )
}

export function lookup(resource: Resource, field: ChoiceField) {
  return authenticatedEndpoint({
    about: `The choices among ${field.from}.`,
    can: lookupPermissions(resource, field),
    input: lookupInput,
    rateLimits: ['list'],
    transaction: false,
    reads: true,
    run: (context, input) => readChoices(context, field, input),
  })
}

type ChoiceSource = Pick<ChoiceField, 'from' | 'shows' | 'by'>

async function readChoices(
  { db, session }: SessionContext,
  field: ChoiceSource,
  { SearchQuery = '', Chosen, ...parent }: z.output<typeof lookupInput>,
): Promise<LookupAnswer> {
  const resource = resourceByName(field.from)
  const target = targetOf(field)
  const [shows = 'name'] = target.displayColumns
  const ofNumbers = target.table !== table(resource)
  const { rows } = await sql<{ id: number; name: string }>`
    select chosen.id, ${sql.ref(`chosen.${shows}`)} as name
      from ${sql.table(target.table)} as chosen
      ${ofNumbers ? sql`join case_files on case_files.id = chosen.case_file_id` : sql`join ${sql.table(target.table)} on ${sql.ref(`${target.table}.id`)} = chosen.id`}
     where ${isNotDeleted({ resource })}
       and ${await searchCondition(db, resource, SearchQuery)}
       and ${parentCondition(resource, field, parent)}
       and ${offered[resource.name]?.(session.abilities) ?? sql`true`}
       and ${Chosen === undefined ? sql`true` : sql`chosen.id = ${Chosen}`}
     order by ${ofNumbers ? sql`case_files.number_order desc` : orderByName(resource, sql.ref(`chosen.${shows}`))}
     limit ${limits.list.choices + 1}`.execute(db)
  return { data: rows.slice(0, limits.list.choices), ovf: rows.length > limits.list.choices }
}

/** Rows that are not offered to every user who may choose. */
const offered: Record<string, (abilities: readonly string[]) => RawBuilder<unknown>> = {
  [caseFiles.name]: isVisibleCase,
  [subscriptionConfigs.name]: () => sql`chosen.published`,
}

/** Sorts by folded name; courts by id, which is from the highest court down. */
const orderByName = ({ name }: Resource, shown: RawBuilder<unknown>) =>
  name === courts.name ? sql`chosen.id` : sql`fold_text(${shown}), chosen.id`

type ParentChoice = { id?: number | undefined; Date?: string | undefined }

/** For a select that depends on another field: the choices whose field equals the row or day chosen there. */
function parentCondition(resource: Resource, { by }: ChoiceSource, parent: ParentChoice) {
  if (by === undefined) return sql`true`
  const isDay = resource.fields[by]?.kind === 'date'
  const chosen = isDay ? parent.Date : parent.id
  if (chosen === undefined) return sql`true`
  return sql`${sql.ref(`${table(resource)}.${isDay ? by : `${by}_id`}`)} = ${chosen}`
}
