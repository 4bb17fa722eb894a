import { sql } from 'kysely'
import { imageFileIdsOf } from '#server/html/sanitize.ts'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError, type FieldProblem } from '#server/endpoint/apiError.ts'
import { isDelta, pictureFilesOf } from '#shared/delta/inspect.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import { permission } from '#shared/resource/names.ts'
import { readRow } from './find.ts'
import type { ResourceConfig } from './resourceConfig.ts'
import { showRichTexts } from './richTexts.ts'

type Values = Record<string, unknown>
type PicturedText = { name: string; files: number[] }

/** The texts with pictures of a record by path, including its repeater rows: `related_cases.0.description`. */
export function picturesOf(fields: Record<string, Field>, values: Values, before = ''): PicturedText[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    if (field.kind === 'repeater' && Array.isArray(value))
      return value.flatMap((row: Values, index) => picturesOf(field.fields, row, `${before}${name}.${index}.`))
    const files = field.kind === 'richtext' || field.kind === 'document' ? readers[field.kind](value) : []
    return files.length > 0 ? [{ name: before + name, files }] : []
  })
}

const readers = {
  richtext: (value: unknown) => (typeof value === 'string' ? imageFileIdsOf(value) : []),
  document: (value: unknown) => (isDelta(value) ? pictureFilesOf(value) : []),
}

/** The kinds of fields that can contain pictures, also inside their rows. */
export const picturedKinds: ReadonlySet<Kind> = new Set(['richtext', 'document', 'repeater'])

/** Adds the signed addresses of the pictures to the rich texts of a record, for as long as the session may read it. */
export const withPictureUrls = <Row extends Values>(
  { resource }: ResourceConfig,
  row: Row,
  context: SessionContext,
): Promise<Row> =>
  showRichTexts(context, resource.fields, row, (file_id) =>
    context.signedFileUrl(file_id, { permission: permission('read', resource) }),
  )

/** The signed addresses of the pictures in judgment texts by file id, because a Delta contains no addresses. */
export function judgmentPictures(
  { resource }: ResourceConfig,
  row: Values,
  { signedFileUrl }: SessionContext,
): { pictures?: Record<string, string> } {
  const files = Object.entries(resource.fields).flatMap(([name, { kind }]) =>
    kind === 'document' ? readers.document(row[name]) : [],
  )
  if (files.length === 0) return {}
  const needs = { permission: permission('read', resource) }
  return { pictures: Object.fromEntries(files.map((file) => [file, signedFileUrl(file, needs)])) }
}

/**
 * Makes the pictures of the texts permanent. A text may contain the user's own uploads and the pictures of its record only,
 * also those of earlier texts of it, which can be restored: the id alone must not open the picture of another user.
 */
export async function claimPictures(context: SessionContext, config: ResourceConfig, input: Values, id?: number) {
  const { db } = context
  const { fields } = config.resource
  const texts = picturesOf(fields, input)
  if (texts.length === 0) return

  const names = Object.keys(fields).filter((name) => picturedKinds.has(fields[name]?.kind ?? 'text'))
  const row = id === undefined ? undefined : await readRow(db, config, id, names)
  const claimable = row ? picturesOf(fields, row).flatMap(({ files }) => files) : []
  for (const { name, files } of texts) {
    let missing = await claim(context, files, claimable)
    if (missing.length > 0 && id !== undefined)
      missing = await claim(context, files, [...claimable, ...(await earlierPictures(db, config, id))])
    if (missing.length > 0) throw new ApiError('invalid', { fields: { [name]: [missingPictures(missing)] } })
    claimable.push(...files)
  }
}

const missingPictures = (places: readonly number[]): FieldProblem => ({
  code: 'picture-gone',
  values: { numbers: places.join(', ') },
})

/** The places, from 1, of the pictures that are neither the user's own uploads nor among those that can be claimed. */
async function claim({ db, session }: SessionContext, files: readonly number[], claimable: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    update files
       set type = 'Permanent'
     where id = any(${files})
       and media_type like 'image/%'
       and (id = any(${claimable}) or (owner_id = ${session.user_id} and type = 'Temp'))
    returning id`.execute(db)
  const claimed = new Set(rows.map(({ id }) => id))
  return files.flatMap((file, index) => (claimed.has(file) ? [] : [index + 1]))
}

/** The pictures of earlier judgment texts of a record, from its history. */
async function earlierPictures(db: Db, { resource }: ResourceConfig, id: number): Promise<number[]> {
  const { rows } = await sql<{ file: number }>`
    select distinct file::bigint as file
      from audit, jsonb_path_query(audit.before, '$.*.content[*].insert.picture.file') as file
     where resource = ${resource.name}
       and row_id = ${id}`.execute(db)
  return rows.map(({ file }) => file)
}
