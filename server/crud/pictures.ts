import { sql } from 'kysely'
import { imageFileIdsOf, sanitizeToShow } from '#server/html/sanitize.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Field } from '#shared/resource/field.ts'
import { permission } from '#shared/resource/names.ts'
import { readRow } from './find.ts'
import type { ResourceConfig } from './resourceConfig.ts'

type Values = Record<string, unknown>
type Text = { name: string; html: string }

/** The rich texts of a record by path, including its repeater rows: `related_cases.0.description`. */
export function richTexts(fields: Record<string, Field>, values: Values, before = ''): Text[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    if (field.kind === 'richtext') return typeof value === 'string' ? [{ name: before + name, html: value }] : []
    if (field.kind !== 'repeater' || !Array.isArray(value)) return []
    return value.flatMap((row: Values, index) => richTexts(field.fields, row, `${before}${name}.${index}.`))
  })
}

/** Adds the signed addresses of the pictures to the rich texts of a record, for as long as the session may read it. */
export const withPictureUrls = <Row extends Values>(
  { resource }: ResourceConfig,
  row: Row,
  { signedFileUrl }: SessionContext,
): Row =>
  addPictureUrls(resource.fields, row, (file_id) =>
    signedFileUrl(file_id, { permission: permission('read', resource) }),
  )

function addPictureUrls<Row extends Values>(
  fields: Record<string, Field>,
  row: Row,
  signedFileUrl: (file_id: number) => string,
): Row {
  const replaced = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    const value = row[name]
    if (field.kind === 'richtext')
      return typeof value === 'string' ? [[name, sanitizeToShow(value, signedFileUrl)]] : []
    if (field.kind !== 'repeater' || !Array.isArray(value)) return []
    return [[name, value.map((inner: Values) => addPictureUrls(field.fields, inner, signedFileUrl))]]
  })
  return { ...row, ...Object.fromEntries(replaced) }
}

/**
 * Makes the pictures of the rich texts permanent. A text may name the user's own uploads and the record's current
 * pictures only: the id alone must not open the picture of another user.
 */
export async function claimPictures(
  { db, session }: SessionContext,
  config: ResourceConfig,
  input: Values,
  id?: number,
) {
  const { fields } = config.resource
  const texts = richTexts(fields, input).filter(({ html }) => imageFileIdsOf(html).length > 0)
  if (texts.length === 0) return

  const names = Object.keys(fields).filter((name) => ['richtext', 'repeater'].includes(fields[name]?.kind ?? ''))
  const row = id === undefined ? undefined : await readRow(db, config, id, names)
  const claimable = row ? richTexts(fields, row).flatMap(({ html }) => imageFileIdsOf(html)) : []
  for (const { name, html } of texts) {
    const pictures = imageFileIdsOf(html)
    const { rows } = await sql`
      update files
         set type = 'Permanent'
       where id = any(${pictures})
         and media_type like 'image/%'
         and (id = any(${claimable}) or (owner_id = ${session.user_id} and type = 'Temp'))
      returning id`.execute(db)
    if (rows.length < pictures.length) throw new ApiError('invalid', { fields: { [name]: [{ code: 'gone' }] } })
    claimable.push(...pictures)
  }
}
