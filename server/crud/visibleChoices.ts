import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Change, Row } from '#shared/calls/crud.ts'
import { permission } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'

/** Choices among cases by their numbers: an unpublished case exists only for users who may read cases. */

const mayReadAll = (abilities: readonly string[]) => abilities.includes(permission('read', caseFiles))

/** A condition over case files. */
export const isVisibleCase = (abilities: readonly string[]): RawBuilder<unknown> =>
  mayReadAll(abilities) ? sql`true` : sql`case_files.published`

type Chosen = { id: number }

/** The multiselects of a resource that choose among cases. */
const caseChoices = ({ fields }: Resource) =>
  Object.keys(fields).filter((name) => fields[name]?.kind === 'multiselect' && fields[name].from === caseFiles.name)

const chosenIn = (value: unknown) => (Array.isArray(value) ? (value as Chosen[]) : [])

async function readVisible(db: Db, chosen: readonly Chosen[]): Promise<ReadonlySet<number>> {
  if (chosen.length === 0) return new Set()
  const { rows } = await sql<Chosen>`
    select case_numbers.id
      from case_numbers
      join case_files on case_files.id = case_file_id
     where case_numbers.id = any(${chosen.map(({ id }) => id)}::bigint[])
       and case_files.published
       and case_files.deleted_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A record without the cases that the user may not see. */
export async function withVisibleChoices(
  db: Db,
  resource: Resource,
  row: Row,
  abilities: readonly string[],
): Promise<Row> {
  const names = caseChoices(resource).filter((name) => name in row)
  if (names.length === 0 || mayReadAll(abilities)) return row
  const seen = await readVisible(
    db,
    names.flatMap((name) => chosenIn(row[name])),
  )
  const visible = names.map((name) => [name, chosenIn(row[name]).filter(({ id }) => seen.has(id))])
  return { ...row, ...(Object.fromEntries(visible) as Record<string, Chosen[]>) }
}

/** The changes of a record without such cases. */
export async function withVisibleChanges(
  db: Db,
  resource: Resource,
  changes: Change[],
  abilities: readonly string[],
): Promise<Change[]> {
  const names = caseChoices(resource)
  if (names.length === 0 || mayReadAll(abilities)) return changes
  const ofCases = changes.flatMap(({ fields }) => fields.filter(({ name }) => names.includes(name)))
  const seen = await readVisible(
    db,
    ofCases.flatMap(({ before, after }) => [...chosenIn(before), ...chosenIn(after)]),
  )
  const visible = (value: unknown) => (Array.isArray(value) ? chosenIn(value).filter(({ id }) => seen.has(id)) : value)
  return changes.map((change) => ({
    ...change,
    fields: change.fields.map((field) =>
      names.includes(field.name) ? { ...field, before: visible(field.before), after: visible(field.after) } : field,
    ),
  }))
}

/** The fields of a save with the chosen cases that the user could not see, and so could not remove. */
export async function withHiddenChoices(
  db: Db,
  resource: Resource,
  { before, fields }: { before: Row | undefined; fields: Record<string, unknown> },
  abilities: readonly string[],
): Promise<Record<string, unknown>> {
  const names = caseChoices(resource).filter((name) => fields[name] !== undefined)
  if (!before || names.length === 0 || mayReadAll(abilities)) return fields
  const seen = await readVisible(
    db,
    names.flatMap((name) => chosenIn(before[name])),
  )
  const completed = names.map((name) => {
    const given = fields[name] as number[]
    const unseen = chosenIn(before[name]).flatMap(({ id }) => (!seen.has(id) && !given.includes(id) ? [id] : []))
    return [name, [...given, ...unseen]]
  })
  return { ...fields, ...(Object.fromEntries(completed) as Record<string, number[]>) }
}

/** Rejects the choice of a case that the user may not see, as if it did not exist, unless the record had it before. */
export async function rejectUnseenChoices(
  db: Db,
  resource: Resource,
  { before, fields }: { before: Row | undefined; fields: Record<string, unknown> },
  abilities: readonly string[],
) {
  const names = caseChoices(resource).filter((name) => fields[name] !== undefined)
  if (names.length === 0 || mayReadAll(abilities)) return
  const added = names.map((name) => {
    const had = new Set(chosenIn(before?.[name]).map(({ id }) => id))
    return { name, ids: (fields[name] as number[]).filter((id) => !had.has(id)) }
  })
  const seen = await readVisible(
    db,
    added.flatMap(({ ids }) => ids.map((id) => ({ id }))),
  )
  const wrong = added.filter(({ ids }) => ids.some((id) => !seen.has(id)))
  if (wrong.length === 0) return
  throw new ApiError('invalid', { fields: Object.fromEntries(wrong.map(({ name }) => [name, [{ code: 'gone' }]])) })
}
