import { z } from 'zod'
import { listInput } from '#shared/calls/crud.ts'
import { id, version } from '#shared/calls/record.ts'
import { singleLine } from '#shared/calls/text.ts'
import { limits } from '#shared/limits.ts'
import { isBlankHtml, isBlankText, isEmpty } from '#shared/resource/empty.ts'
import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import { paletteOf } from '#shared/resources/palettes.ts'
import { stateOf } from '#shared/resource/fieldState.ts'
import type { Filter, Resource } from '#shared/resource/resource.ts'
import { isReversed } from '#shared/text/format/dayRange.ts'
import { isMoment } from '#shared/text/format/days.ts'
import { emailPattern } from '#shared/text/format/email.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { deltaInput } from './deltaInput.ts'

export const lastDay = '2199-12-31'
/** A typing error in the year, such as 0202, is rejected. */
const isInSupportedYears = (moment: string) => moment >= '1900-01-01' && moment.slice(0, lastDay.length) <= lastDay
const day = z.iso.date({ abort: true }).refine(isInSupportedYears, 'format')

/** The schema of each kind in a request body. */
const schemas: { [K in Kind]: (field: FieldOf<K>) => z.ZodType } = {
  text: ({ max, input }) => {
    const palette = paletteOf(input)
    return palette ? z.enum(Object.keys(palette)) : singleLine(max)
  },
  textarea: (field) => z.string().overwrite(stripDirectionMarks).max(field.max),
  email: (field) =>
    z
      .email({ pattern: emailPattern })
      .max(field.max)
      .transform((email) => email.toLowerCase()),
  password: () => z.never(),
  link: (field) => z.url({ protocol: /^https$/ }).max(field.max),
  number: ({ min, decimals = 0 }) =>
    z
      .number()
      .min(min ?? -limits.form.number)
      .max(limits.form.number)
      .refine((value) => Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6, 'decimals'),
  switch: () => z.boolean(),
  date: () => day,
  moment: () =>
    z
      .string()
      .max('2021-03-02T09:30'.length)
      .refine((moment) => isMoment(moment) && isInSupportedYears(moment), 'format')
      .meta({ examples: ['2021-03-02T09:30'] }),
  choice: (field) => z.enum(field.choices as [string, ...string[]]),
  select: () => id,
  multiselect: () => z.array(id).max(limits.form.chosen).refine(unique, 'twice'),
  tags: (field) => singleLine(field.max).transform((list) => normalizeList(list, field.separator)),
  file: () => id,
  richtext: () => z.string().max(limits.form.richtext_letters),
  document: () => deltaInput,
  repeater: (field) => z.array(rowSchema(field)).max(limits.form.rows),
}

const unique = (ids: readonly number[]) => new Set(ids).size === ids.length

const normalizeList = (list: string, separator: string) =>
  list
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => !isBlankText(part))
    .join(separator)

/** A stored row has its id; a row of a single field may be sent as its value alone. */
function rowSchema({ fields }: FieldOf<'repeater'>) {
  const row = z.strictObject({
    id: id.optional(),
    ...Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, fieldSchema(inner)])),
  })
  const [only, ...others] = Object.keys(fields)
  if (only === undefined || others.length > 0) return row
  return z.preprocess((value) => (typeof value === 'object' && value !== null ? value : { [only]: value }), row)
}

const schemaOf = (field: Field) => (schemas[field.kind] as (field: Field) => z.ZodType)(field)

const textual: ReadonlySet<Kind> = new Set(['text', 'textarea', 'tags'])

/** A required field must not be empty; an optional one may be missing, empty, or null. */
function fieldSchema(field: Field): z.ZodType {
  const schema = schemaOf(field)
  if (field.required) return schema.refine((value) => !isMissing(field, value), 'required')
  return (
    textual.has(field.kind) ? z.preprocess((value) => value ?? '', schema) : emptyToNull(field, schema)
  ).optional()
}

const emptyToNull = (field: Field, schema: z.ZodType) =>
  field.kind === 'switch' || field.kind === 'multiselect' || field.kind === 'repeater'
    ? schema
    : z.preprocess((value) => (value === '' ? null : value), schema.nullable())

/** Rich text of which nothing remains once it is sanitized is refused then. */
const isMissing = ({ kind }: Field, value: unknown) =>
  kind === 'richtext' && typeof value === 'string' ? isBlankHtml(value) : isEmpty(value)

/** All fields that some user may write on creation. */
export function createInput(resource: Resource) {
  return z.strictObject(
    fieldSchemas(resource, 'Create', (field) => {
      const schema = fieldSchema(field)
      return field.kind === 'switch' || 'default' in field ? schema.optional() : schema
    }),
  )
}

/** All fields that some user may write on update; missing fields keep their values. */
export function updateInput(resource: Resource) {
  return z.strictObject({
    id,
    version,
    ...fieldSchemas(resource, 'Update', (field) => fieldSchema(field).optional()),
  })
}

/** The largest body of a save: only a text needs more than the other fields of a form. */
export function maxBodyBytes(resource: Resource, mode: 'Create' | 'Update') {
  const kinds = new Set(openFields(resource, mode).map(([, { kind }]) => kind))
  if (kinds.has('document')) return limits.request.document_bytes
  return kinds.has('richtext') ? limits.request.text_bytes : limits.request.body_bytes
}

/** An edit in the list: the specification sends the id without a version. At least one field is required. */
export function partialUpdateInput(resource: Resource) {
  return updateInput(resource)
    .partial({ version: true })
    .refine(({ id: _, version: __, ...fields }) => Object.keys(fields).length > 0, 'required')
}

/** The filters of a list, and its search text, sort order, and page. */
export function getInput(resource: Resource) {
  const filters = Object.entries(resource.filters ?? {}).map(([name, filter]) => {
    if (filter.kind === 'range') return [name, rangeSchema(filter)]
    const field = resource.fields[filter.field]
    const schema = field ? schemaOf(field) : z.never()
    return [name, filter.required ? schema : z.union([schema, z.literal(''), z.null()]).optional()]
  })
  return z.strictObject({ ...listInput, ...(Object.fromEntries(filters) as Record<string, z.ZodType>) })
}

/** A range of days. Either end may be open; a required range has at least one. */
function rangeSchema({ required }: Filter) {
  const end = z.preprocess(emptyToUndefined, day.optional()).optional()
  const range = z
    .strictObject({ from: end, to: end })
    .refine((ends) => !isReversed(ends), { message: 'range-reversed', path: ['from'] })
  if (required) return range.refine(({ from, to }) => (from ?? to) !== undefined, 'required')
  return z.preprocess(emptyToUndefined, range.optional()).optional()
}

const emptyToUndefined = (value: unknown) => (value === '' || value === null ? undefined : value)

/** Schemas are the same for all users; `save` rejects fields that a user may not write. */
function fieldSchemas(resource: Resource, mode: 'Create' | 'Update', schema: (field: Field) => z.ZodType) {
  return Object.fromEntries(openFields(resource, mode).map(([name, field]) => [name, schema(field)]))
}

function openFields(resource: Resource, mode: 'Create' | 'Update') {
  const abilities = allAbilities(resource)
  return Object.entries(resource.fields).filter(([, field]) => stateOf(field, mode, abilities) === 'open')
}

const allAbilities = ({ fields }: Resource) => Object.values(fields).flatMap(({ permission }) => permission ?? [])
