import { ApiError, type FieldProblem } from '#server/endpoint/apiError.ts'
import type { Context } from '#server/endpoint/context.ts'
import { sanitizeTask, withPictureLinks } from '#server/html/sanitize.ts'
import { limits } from '#shared/limits.ts'
import { isBlankHtml } from '#shared/resource/empty.ts'
import type { Field } from '#shared/resource/field.ts'

type Values = Record<string, unknown>
type Fields = Record<string, Field>
type RichText = { path: string; field: Field; html: string }

/** Replaces the rich texts of a record, also those of its rows, in their order. */
function replaceRichTexts<Row extends Values>(
  fields: Fields,
  row: Row,
  replace: (text: RichText) => string | null,
  before = '',
): Row {
  const replaced = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    const value = row[name]
    if (field.kind === 'richtext')
      return typeof value === 'string' ? [[name, replace({ path: before + name, field, html: value })]] : []
    if (field.kind !== 'repeater' || !Array.isArray(value)) return []
    return [
      [
        name,
        value.map((inner: Values, index) =>
          replaceRichTexts(field.fields, inner, replace, `${before}${name}.${index}.`),
        ),
      ],
    ]
  })
  return { ...row, ...Object.fromEntries(replaced) }
}

function richTextsOf(fields: Fields, row: Values): RichText[] {
  const texts: RichText[] = []
  replaceRichTexts(fields, row, (text) => {
    texts.push(text)
    return text.html
  })
  return texts
}

/** Replaces the rich texts of a record by the given ones, which are in their order. */
function withRichTexts<Row extends Values>(fields: Fields, row: Row, texts: readonly (string | null)[]): Row {
  let at = 0
  return replaceRichTexts(fields, row, () => texts[at++] ?? null)
}

/**
 * The input of a save with its rich texts as they are stored: sanitized, and null without text or picture. Throws `invalid`
 * for a required one that is empty, and for the first one with which a record has too many tags.
 */
export async function sanitizeInput<Input extends Values>(
  { offload }: Pick<Context, 'offload'>,
  fields: Fields,
  input: Input,
): Promise<Input> {
  const texts = richTextsOf(fields, input)
  if (texts.length === 0) return input
  requireFewTags(texts)
  const clean = await offload(
    sanitizeTask,
    texts.map(({ html }) => html),
  )
  const stored = clean.map((html) => (isBlankHtml(html) ? null : html))
  const missing = texts.filter(({ field }, index) => field.required && stored[index] === null)
  if (missing.length > 0) throw invalid(missing, { code: 'required' })
  return withRichTexts(fields, input, stored)
}

/** The cost of a parser grows with the square of the elements inside each other. */
function requireFewTags(texts: readonly RichText[]) {
  const maximum = limits.form.richtext_tags
  let tags = 0
  const exceeding = texts.find(({ html }) => {
    for (let at = html.indexOf('<'); at !== -1 && tags <= maximum; at = html.indexOf('<', at + 1)) tags += 1
    return tags > maximum
  })
  if (exceeding) throw invalid([exceeding], { code: 'too-many-tags', values: { maximum } })
}

const invalid = (texts: readonly RichText[], problem: FieldProblem) =>
  new ApiError('invalid', { fields: Object.fromEntries(texts.map(({ path }) => [path, [problem]])) })

/** A record with its rich texts as they are shown: sanitized again, and with the addresses of their pictures. */
export async function showRichTexts<Row extends Values>(
  { offload }: Pick<Context, 'offload'>,
  fields: Fields,
  row: Row,
  signedFileUrl: (file_id: number) => string,
): Promise<Row> {
  const texts = richTextsOf(fields, row).map(({ html }) => html)
  if (texts.length === 0) return row
  const clean = await offload(sanitizeTask, texts)
  return withRichTexts(
    fields,
    row,
    clean.map((html) => withPictureLinks(html, signedFileUrl)),
  )
}
