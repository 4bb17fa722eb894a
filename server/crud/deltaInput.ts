import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { isDelta } from '#shared/delta/inspect.ts'
import { fromQuill } from '#shared/delta/quill.ts'
import type { FieldCode } from '#shared/messages.ts'
import { type Attributes, colors, type Delta, type Embed, lists, type Op } from '#shared/delta/delta.ts'
import type { Annotation, Footnote } from '#shared/calls/search.ts'
import { isEmpty } from '#shared/resource/empty.ts'
import { compileSchema } from './compileSchema.ts'

const { letters, lines, key_letters, note_letters, alt_letters, link_letters, paragraph, indent, span, pages } =
  limits.document
const { pieces, notes } = limits.document

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

const isValid = compileSchema(described)

/** Checked first: a request can contain a million parts. */
const parts = { content: pieces, footnotes: notes, annotations: notes } as const

/** The first limit that a text exceeds. */
function exceededLimit(value: unknown): { code: FieldCode; maximum: number } | undefined {
  if (!isDelta(value)) return undefined
  for (const [part, maximum] of Object.entries(parts))
    if (value[part as keyof typeof parts].length > maximum) return { code: 'too-many', maximum }
  let [length, lineCount] = [0, 0]
  for (const op of value.content as readonly unknown[]) {
    const insert = typeof op === 'object' && op !== null && 'insert' in op ? op.insert : undefined
    if (typeof insert !== 'string') continue
    length += insert.length
    for (let at = insert.indexOf('\n'); at !== -1 && lineCount <= lines; at = insert.indexOf('\n', at + 1))
      lineCount += 1
  }
  if (length > letters) return { code: 'too-long', maximum: letters }
  return lineCount > lines ? { code: 'too-many-lines', maximum: lines } : undefined
}

const needed = [
  ['title', 'annotation-title'],
  ['category', 'annotation-category'],
  ['content', 'annotation-description'],
] as const satisfies [keyof Annotation, FieldCode][]

type Blank = { code: FieldCode; number: number }

/** What the annotations of a text lack, with the number of each, because keys are not shown to users. */
function blanksIn(annotations: readonly unknown[]): Blank[] {
  return annotations.flatMap((one, index) => {
    if (typeof one !== 'object' || one === null) return []
    const values = one as Partial<Record<keyof Annotation, unknown>>
    return needed.flatMap(([name, code]) => (isEmpty(values[name]) ? [{ code, number: index + 1 }] : []))
  })
}

/**
 * The schema of a judgment text: exactly the type of `shared/delta/delta.ts`. Formats that only Quill 2 has are mapped or
 * dropped first. A long text can have many errors: they are reported as one error of the field, except for what annotations lack.
 */
export const deltaInput = z
  .custom<Delta>()
  .transform((value, context): Delta => {
    const exceeded = exceededLimit(value)
    if (exceeded) {
      context.addIssue({ code: 'custom', message: exceeded.code, params: { maximum: exceeded.maximum } })
      return z.NEVER
    }
    const blanks = isDelta(value) ? blanksIn(value.annotations) : []
    for (const { code, number } of blanks) context.addIssue({ code: 'custom', message: code, params: { number } })
    if (blanks.length > 0) return z.NEVER
    const text = fromQuill(value)
    if (isValid(text)) return text as Delta
    context.addIssue({ code: 'custom', message: 'format' })
    return z.NEVER
  })
  .meta(described)
