import { sql } from 'kysely'
import { picturesOf, sanitizeToShow } from '#server/html/sanitize.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Field } from '#shared/resource/field.ts'
import { readRow } from './find.ts'
import type { Kept } from './serverResource.ts'

type Values = Record<string, unknown>
type Text = { name: string; html: string }

/** The rich texts of a record, those of its repeated rows too: `related_cases.0.description`. */
export function pictureTexts(fields: Record<string, Field>, values: Values, before = ''): Text[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    if (field.kind === 'richtext') return typeof value === 'string' ? [{ name: before + name, html: value }] : []
    if (field.kind !== 'repeater' || !Array.isArray(value)) return []
    return value.flatMap((row: Values, index) => pictureTexts(field.fields, row, `${before}${name}.${index}.`))
  })
}

/** A record with the addresses of its pictures, for whoever may read it. */
export function withPictures<Row extends Values>(
  fields: Record<string, Field>,
  row: Row,
  signedFileUrl: (file_id: number) => string,
): Row {
  const shown = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    const value = row[name]
    if (field.kind === 'richtext')
      return typeof value === 'string' ? [[name, sanitizeToShow(value, signedFileUrl)]] : []
    if (field.kind !== 'repeater' || !Array.isArray(value)) return []
    return [[name, value.map((inner: Values) => withPictures(field.fields, inner, signedFileUrl))]]
  })
  return { ...row, ...Object.fromEntries(shown) }
}

/**
 * The pictures of a text become permanent with it. Only a person's own uploads, and those that the record has already,
 * may be named: a number alone opens nobody else's picture.
 */
export async function claimPictures({ db, session }: SessionContext, kept: Kept, given: Values, id?: number) {
  const { fields } = kept.resource
  const texts = pictureTexts(fields, given).filter(({ html }) => picturesOf(html).length > 0)
  if (texts.length === 0) return

  const names = Object.keys(fields).filter((name) => ['richtext', 'repeater'].includes(fields[name]?.kind ?? ''))
  const row = id === undefined ? undefined : await readRow(db, kept, id, names)
  const had = row ? pictureTexts(fields, row).flatMap(({ html }) => picturesOf(html)) : []
  for (const { name, html } of texts) {
    const wanted = picturesOf(html)
    const { rows } = await sql`
      update files
         set type = 'Permanent'
       where id = any(${wanted})
         and media_type like 'image/%'
         and (id = any(${had}) or (owner_id = ${session.user_id} and type = 'Temp'))
      returning id`.execute(db)
    if (rows.length < wanted.length) throw new ApiError('invalid', { fields: { [name]: [{ code: 'gone' }] } })
    had.push(...wanted)
  }
}
