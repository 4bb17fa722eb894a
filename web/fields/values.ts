import type { StoredFile } from '#shared/calls/files.ts'
import { isBlankText } from '#shared/resource/empty.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import { currentStrings } from '#web/platform/strings/strings.ts'

/** What a form holds of each kind: as it is read from the server, so that a chosen row is known by its name too. */
export type Chosen = { id: number; name: string } & Record<string, unknown>
export type RowValues = { id?: number } & Record<string, unknown>

export type Values = {
  text: string
  textarea: string
  email: string
  password: string
  link: string
  number: number | null
  switch: boolean
  date: string | null
  moment: string | null
  choice: string | null
  select: Chosen | null
  multiselect: Chosen[]
  tags: string
  file: StoredFile | null
  richtext: string | null
  document: unknown
  repeater: RowValues[]
}

const empty: { [K in Kind]: Values[K] } = {
  text: '',
  textarea: '',
  email: '',
  password: '',
  link: '',
  number: null,
  switch: false,
  date: null,
  moment: null,
  choice: null,
  select: null,
  multiselect: [],
  tags: '',
  file: null,
  richtext: null,
  document: null,
  repeater: [],
}

/** What a field begins with in a new record. */
export function initialValueOf(field: Field): unknown {
  if ('default' in field) return field.default
  if (field.kind === 'repeater' && field.required) return [initialRowOf(field.fields)]
  return structuredClone(empty[field.kind])
}

export const initialRowOf = (fields: Record<string, Field>): RowValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, initialValueOf(field)]))

/** A value as the form holds it, whatever the server sent for an empty one. */
export function toFormValue(field: Field, value: unknown): unknown {
  if (value === undefined || value === null) return structuredClone(empty[field.kind])
  if (field.kind === 'select') return withName(field, value)
  if (field.kind === 'multiselect') return (value as unknown[]).map((one) => withName(field, one))
  if (field.kind === 'repeater') return (value as RowValues[]).map((row) => toFormRow(field.fields, row))
  return value
}

function toFormRow(fields: Record<string, Field>, row: RowValues): RowValues {
  const values = Object.entries(fields).map(([name, field]) => [name, toFormValue(field, row[name])])
  return { ...(row.id !== undefined && { id: row.id }), ...(Object.fromEntries(values) as RowValues) }
}

/** A chosen row goes by its name, whichever of its columns that is. */
function withName(field: { shows?: string }, value: unknown): Chosen {
  const row = value as Chosen
  const name = row[field.shows ?? 'name'] ?? row.name
  return { ...row, name: typeof name === 'string' ? name : '' }
}

/** Whether nothing was filled in. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return isBlankText(value.replace(/<(?!img)[^>]*>|&nbsp;/g, ''))
  return value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)
}

/** A fixed word of the wire in the language of the screen; one that nobody translated stands as it is. */
export function choiceName(choice: string): string {
  const words: Record<string, string> = currentStrings().words
  return words[choice] ?? choice
}
