import { z } from 'zod'
import { listInput } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import { isBlankText, isEmpty } from '#shared/resource/empty.ts'
import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import { stateOf } from '#shared/resource/fieldState.ts'
import type { Filter, Resource } from '#shared/resource/resource.ts'
import { isReversed } from '#shared/text/format/dayRange.ts'
import { isMoment } from '#shared/text/format/days.ts'
import { deltaInput } from './deltaInput.ts'
import { keptHtml } from './values.ts'

const id = z.int().min(1)

/** Days of the centuries in which there were courts of this kind, and will be. */
const isKept = (day: string) => day >= '1900-01-01' && day < '2200-01-01'
const day = z.iso.date({ abort: true }).refine(isKept, 'format')

/** What is right for each kind, as it comes in a body. */
const shapes: { [K in Kind]: (field: FieldOf<K>) => z.ZodType } = {
  text: (field) => line(field.max),
  textarea: (field) => z.string().max(field.max),
  email: (field) =>
    z
      .email()
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
      .refine((moment) => isMoment(moment) && isKept(moment), 'format')
      .meta({ examples: ['2021-03-02T09:30'] }),
  choice: (field) => z.enum(field.choices as [string, ...string[]]),
  select: () => id,
  multiselect: () => z.array(id).max(limits.form.chosen).refine(unique, 'twice'),
  tags: (field) => line(field.max).transform((list) => tidyList(list, field.separator)),
  file: () => id,
  richtext: () => z.string().max(limits.form.richtext_letters),
  document: () => deltaInput,
  repeater: (field) => z.array(repeated(field)).max(limits.form.rows),
}

/** One line: what would break it becomes a space. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.replace(/\s+/g, ' ').trim())

const unique = (ids: readonly number[]) => new Set(ids).size === ids.length

const tidyList = (list: string, separator: string) =>
  list
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => !isBlankText(part))
    .join(separator)

/** A row that is already kept says which it is; one of a single field may come as its value alone. */
function repeated({ fields }: FieldOf<'repeater'>) {
  const row = z.strictObject({
    id: id.optional(),
    ...Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, whole(inner)])),
  })
  const [only, ...others] = Object.keys(fields)
  if (only === undefined || others.length > 0) return row
  return z.preprocess((value) => (typeof value === 'object' && value !== null ? value : { [only]: value }), row)
}

const shapeOf = (field: Field) => (shapes[field.kind] as (field: Field) => z.ZodType)(field)

const textual: ReadonlySet<Kind> = new Set(['text', 'textarea', 'tags'])

/** A field that must be there is filled in; one that need not be may be empty or null. */
function whole(field: Field): z.ZodType {
  const shape = shapeOf(field)
  if (field.required) return shape.refine((value) => !isMissing(field, value), 'required')
  return (textual.has(field.kind) ? z.preprocess((value) => value ?? '', shape) : emptied(field, shape)).optional()
}

/** An empty field of another kind is null. */
const emptied = (field: Field, shape: z.ZodType) =>
  field.kind === 'switch' || field.kind === 'multiselect' || field.kind === 'repeater'
    ? shape
    : z.preprocess((value) => (value === '' ? null : value), shape.nullable())

/** Of rich text it is asked of what would be kept. */
const isMissing = ({ kind }: Field, value: unknown) =>
  isEmpty(kind === 'richtext' && typeof value === 'string' ? keptHtml(value) : value)

/** Every field that somebody may fill in when a row is made. */
export function createInput(resource: Resource) {
  return z.strictObject(
    fieldsIn(resource, 'Create', (field) => {
      const shape = whole(field)
      return field.kind === 'switch' || 'default' in field ? shape.optional() : shape
    }),
  )
}

/** The same for a row that is: what is left out stays as it is. */
export function updateInput(resource: Resource) {
  return z.strictObject({
    id,
    version: z.int().min(1),
    ...fieldsIn(resource, 'Update', (field) => whole(field).optional()),
  })
}

/** A cell of a list: the specification names its row by the id alone. Something must be saved. */
export function partialUpdateInput(resource: Resource) {
  return updateInput(resource)
    .partial({ version: true })
    .refine(({ id: _, version: __, ...fields }) => Object.keys(fields).length > 0, 'required')
}

/** The filters of a list, and the words, order and page that every list takes. */
export function getInput(resource: Resource) {
  const filters = Object.entries(resource.filters ?? {}).map(([name, filter]) => {
    if (filter.kind === 'range') return [name, rangeShape(filter)]
    const field = resource.fields[filter.field]
    const shape = field ? shapeOf(field) : z.never()
    return [name, filter.required ? shape : z.union([shape, z.literal(''), z.null()]).optional()]
  })
  return z.strictObject({ ...listInput, ...(Object.fromEntries(filters) as Record<string, z.ZodType>) })
}

/** The days from one to another. Either end may be open, of a range that is required not both. */
function rangeShape({ required }: Filter) {
  const end = z.preprocess(nothing, day.optional()).optional()
  const range = z
    .strictObject({ from: end, to: end })
    .refine((ends) => !isReversed(ends), { message: 'range-reversed', path: ['from'] })
  if (required) return range.refine(({ from, to }) => (from ?? to) !== undefined, 'required')
  return z.preprocess(nothing, range.optional()).optional()
}

const nothing = (value: unknown) => (value === '' || value === null ? undefined : value)

/** Doors are made once for everybody; what a single person may not write is refused in `save`. */
function fieldsIn(resource: Resource, mode: 'Create' | 'Update', shape: (field: Field) => z.ZodType) {
  const abilities = everyAbility(resource)
  const open = Object.entries(resource.fields).filter(([, field]) => stateOf(field, mode, abilities) === 'open')
  return Object.fromEntries(open.map(([name, field]) => [name, shape(field)]))
}

const everyAbility = ({ fields }: Resource) => Object.values(fields).flatMap(({ permission }) => permission ?? [])
