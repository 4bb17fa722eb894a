import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { fromQuill } from '#shared/delta/quill.ts'
import { type Attributes, colors, type Delta, type Embed, lists, type Op } from '#shared/delta/delta.ts'
import type { Annotation, Footnote } from '#shared/calls/search.ts'

const { letters, key_letters, note_letters, alt_letters, link_letters, paragraph, indent, span, pages, pieces, notes } =
  limits.document

const key = z.string().min(1).max(key_letters)
const note = z.string().max(note_letters)
const on = z.literal(true).exactOptional()

const attributes = z.strictObject({
  bold: on,
  italic: on,
  underline: on,
  strike: on,
  script: z.enum(['sub', 'super']).exactOptional(),
  size: z
    .string()
    .max(4)
    .regex(/^([89]|1\d|2[0-4])pt$/)
    .exactOptional(),
  link: z.string().max(link_letters).exactOptional(),
  lang: z.enum(['ar', 'en']).exactOptional(),
  color: z.enum(colors).exactOptional(),
  annotation: key.exactOptional(),
  case_number: key.exactOptional(),
  header: z.union([z.literal(1), z.literal(2)]).exactOptional(),
  align: z.enum(['center', 'end', 'justify']).exactOptional(),
  direction: z.literal('ltr').exactOptional(),
  list: z.enum(lists).exactOptional(),
  indent: z.int().min(1).max(indent).exactOptional(),
  blockquote: on,
  paragraph: z.int().min(0).max(paragraph).exactOptional(),
  table: key.exactOptional(),
  cell: key.exactOptional(),
  table_start: on,
  header_cell: on,
  colspan: z.int().min(2).max(span).exactOptional(),
  rowspan: z.int().min(2).max(span).exactOptional(),
}) satisfies z.ZodType<Attributes>

const embed = z.union([
  z.strictObject({ footnote: key }),
  z.strictObject({
    picture: z.strictObject({ file: z.int().min(1).max(limits.record.id), alt: z.string().max(alt_letters) }),
  }),
  z.strictObject({ page_break: z.int().min(1).max(pages) }),
]) satisfies z.ZodType<Embed>

const op = z.strictObject({
  insert: z.union([z.string().max(letters), embed]),
  attributes: attributes.exactOptional(),
}) satisfies z.ZodType<Op>

const footnote = z.strictObject({ key, content: note }) satisfies z.ZodType<Footnote>

const annotation = z.strictObject({
  key,
  content: note,
  type: z.enum(['general', 'positive', 'neutral', 'warning', 'caution']),
  title: note,
  category: z.enum(['editorial', 'usul']),
}) satisfies z.ZodType<Annotation>

const delta = z.strictObject({
  content: z.array(op).max(pieces),
  footnotes: z.array(footnote).max(notes),
  annotations: z.array(annotation).max(notes),
}) satisfies z.ZodType<Delta>

const { $schema: _, ...described } = z.toJSONSchema(delta, { io: 'input' })

const checkedDelta = z
  .custom<Delta>((value) => hasFewParts(value) && delta.safeParse(value).success, { error: 'format', abort: true })
  .refine((text) => lengthOf(text) <= letters, { error: 'too-long', params: { maximum: letters } })

/**
 * The schema of a judgment text: exactly the type of `shared/delta/delta.ts`. Formats that only Quill 2 has are mapped or
 * dropped first. A long text can have many errors: they are reported as one error of the field.
 */
export const deltaInput = z.preprocess(fromQuill, checkedDelta).meta(described)

/** Checked first: the schema makes an error of each invalid part, and a request can contain a million of them. */
const hasFewParts = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((parts) => !Array.isArray(parts) || parts.length <= Math.max(pieces, notes))

const lengthOf = ({ content }: Delta) =>
  content.reduce((sum, { insert }) => sum + (typeof insert === 'string' ? insert.length : 0), 0)
