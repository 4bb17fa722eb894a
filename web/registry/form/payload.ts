import type { Field, Kind } from '#shared/resource/field.ts'
import { type FieldState, type Mode, statusOf, stateInRow, stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { toFormValue, isBlank, type RowValues, initialValueOf } from '#web/fields/values.ts'

/** The values of a form, by field name. */
export type FormValues = Record<string, unknown>
/** The values a form was loaded with, and the version of the record they belong to. */
export type Baseline = { base: FormValues; version: number | undefined }

type StateOf = (field: Field) => FieldState
type Form = { resource: Resource; mode: Mode; abilities: readonly string[] }

/** The request body of a save: the fields that can be edited now, in the server's format. */
export function payloadOf({ resource, mode, abilities }: Form, values: FormValues): Record<string, unknown> {
  const editable = Object.entries(resource.fields).filter(
    ([name, field]) => name in values && statusOf(field, stateOf(field, mode, abilities), values).state === 'open',
  )
  return Object.fromEntries(
    editable.map(([name, field]) => [
      name,
      toWireValue(field, values[name], (rowField) => stateInRow(rowField, mode, abilities)),
    ]),
  )
}

const idOf = (value: unknown) => (typeof value === 'object' && value !== null && 'id' in value ? value.id : null)

/** Kinds whose value in a request differs from the value in the form. */
const serializers: Partial<Record<Kind, (value: unknown) => unknown>> = {
  select: idOf,
  file: idOf,
  multiselect: (value) => (value as unknown[]).map(idOf),
}

/** The default state of a row's field: no permission restricts it. */
const alwaysOpen = (): FieldState => 'open'

export function toWireValue(field: Field, value: unknown, stateOfRowField: StateOf = alwaysOpen): unknown {
  if (field.kind === 'repeater') return filledRows(field.fields, value as RowValues[], stateOfRowField)
  const serialize = serializers[field.kind]
  return serialize ? serialize(value) : value === '' && field.kind !== 'text' ? emptyValueOf(field) : value
}

/** The empty value: an empty string for text kinds, null for the others. */
const textKinds: ReadonlySet<Kind> = new Set(['text', 'textarea', 'tags', 'email'])
const emptyValueOf = ({ kind }: Field) => (textKinds.has(kind) ? '' : null)

/**
 * The rows of a repeater in the server's format: blank rows are dropped, a row with a single field is sent as its value,
 * others with their id. Fields that cannot be edited in a row are left out of it.
 */
export function filledRows(
  fields: Record<string, Field>,
  rows: readonly RowValues[],
  stateOfRowField: StateOf = alwaysOpen,
) {
  const filled = rows.filter((row) => !isBlankRow(fields, row))
  const [only, ...others] = Object.entries(fields)
  if (only && others.length === 0) return filled.map((row) => toWireValue(only[1], row[only[0]]))
  return filled.map((row) => ({
    ...(row.id !== undefined && { id: row.id }),
    ...Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => statusOf(field, stateOfRowField(field), row).state === 'open')
        .map(([name, field]) => [name, toWireValue(field, row[name])]),
    ),
  }))
}

export const isBlankRow = (fields: Record<string, Field>, row: RowValues) =>
  Object.entries(fields).every(([name, field]) => isBlank(field, row[name]))

/** The form's indexes of the rows that are sent: the second row sent may be the third of the form. */
export const sentRowIndexes = (fields: Record<string, Field>, rows: readonly RowValues[]) =>
  rows.flatMap((row, index) => (isBlankRow(fields, row) ? [] : [index]))

/** The initial values of a form: those of the record with what explains them, or the defaults of a new one. */
export const initialValues = ({ fields }: Resource, row: Record<string, unknown> | undefined): FormValues =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { form }]) => form !== undefined || isExplanation(fields, name))
      .map(([name, field]) => [name, row ? toFormValue(field, row[name]) : initialValueOf(field)]),
  )

const isExplanation = (fields: Resource['fields'], name: string) =>
  Object.values(fields).some(({ explainedBy }) => explainedBy === name)
