import type { Field, Kind } from '#shared/resource/field.ts'
import { type FieldState, type Mode, statusOf, stateInRow, stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { heldOf, isBlank, type RowValues, startOf } from '#web/fields/values.ts'

/** What the form holds, by the names of its fields. */
export type FormValues = Record<string, unknown>

type StateOf = (field: Field) => FieldState
type Form = { resource: Resource; mode: Mode; abilities: readonly string[] }

/** What is sent of the form: what can be typed into as it stands, as the server writes it. */
export function payloadOf({ resource, mode, abilities }: Form, values: FormValues): Record<string, unknown> {
  const sent = Object.entries(resource.fields).filter(
    ([name, field]) => name in values && statusOf(field, stateOf(field, mode, abilities), values).state === 'open',
  )
  return Object.fromEntries(
    sent.map(([name, field]) => [name, written(field, values[name], (inner) => stateInRow(inner, mode, abilities))]),
  )
}

const idOf = (value: unknown) => (typeof value === 'object' && value !== null && 'id' in value ? value.id : null)

/** Where what is sent is not what is held. */
const writers: Partial<Record<Kind, (value: unknown) => unknown>> = {
  select: idOf,
  file: idOf,
  multiselect: (value) => (value as unknown[]).map(idOf),
}

/** How a field of a row stands where nobody is kept from any. */
const anyMay = (): FieldState => 'open'

export function written(field: Field, value: unknown, stateOfInner: StateOf = anyMay): unknown {
  if (field.kind === 'repeater') return filledRows(field.fields, value as RowValues[], stateOfInner)
  const write = writers[field.kind]
  return write ? write(value) : value === '' && field.kind !== 'text' ? emptied(field) : value
}

/** Nothing was typed: what is words stays empty words, the rest is null. */
const wordy: ReadonlySet<Kind> = new Set(['text', 'textarea', 'tags', 'email'])
const emptied = ({ kind }: Field) => (wordy.has(kind) ? '' : null)

/**
 * Rows in which nothing was filled in are dropped; a row of one field is sent as its value, others say which they are.
 * What cannot be typed into in a row, as that row stands, is left out of it.
 */
export function filledRows(fields: Record<string, Field>, rows: readonly RowValues[], stateOfInner: StateOf = anyMay) {
  const filled = rows.filter((row) => !isBlankRow(fields, row))
  const [only, ...others] = Object.entries(fields)
  if (only && others.length === 0) return filled.map((row) => written(only[1], row[only[0]]))
  return filled.map((row) => ({
    ...(row.id !== undefined && { id: row.id }),
    ...Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => statusOf(field, stateOfInner(field), row).state === 'open')
        .map(([name, field]) => [name, written(field, row[name])]),
    ),
  }))
}

export const isBlankRow = (fields: Record<string, Field>, row: RowValues) =>
  Object.keys(fields).every((name) => isBlank(row[name]))

/** The places of the rows that are sent: an error about the second of them may be about the third of the form. */
export const placesSent = (fields: Record<string, Field>, rows: readonly RowValues[]) =>
  rows.flatMap((row, place) => (isBlankRow(fields, row) ? [] : [place]))

/** What a form begins with: the record, or the defaults of a new one. */
export const startValues = (resource: Resource, row: Record<string, unknown> | undefined): FormValues =>
  Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => field.form !== undefined)
      .map(([name, field]) => [name, row ? heldOf(field, row[name]) : startOf(field)]),
  )
