import type { StoredFile } from '#shared/calls/files.ts'
import { isBlankHtml, isBlankText } from '#shared/resource/empty.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import { currentStrings } from '#web/platform/strings/strings.ts'

/** A selected row of another resource, with its name as the server sent it. */
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

const emptyValues: { [K in Kind]: Values[K] } = {
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

/** The initial value of a field in a new record. */
export function initialValueOf(field: Field): unknown {
  if ('default' in field) return field.default
  if (field.kind === 'repeater' && field.required) return [initialRowOf(field.fields)]
  return structuredClone(emptyValues[field.kind])
}

export const initialRowOf = (fields: Record<string, Field>): RowValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, initialValueOf(field)]))

/** Converts a value of the server to the form's: null and undefined become the empty value of the kind. */
export function toFormValue(field: Field, value: unknown): unknown {
  if (value === undefined || value === null) return structuredClone(emptyValues[field.kind])
  if (field.kind === 'select') return withName(field, value)
  if (field.kind === 'multiselect') return (value as unknown[]).map((one) => withName(field, one))
  if (field.kind === 'repeater') return (value as RowValues[]).map((row) => toFormRow(field.fields, row))
  return value
}

function toFormRow(fields: Record<string, Field>, row: RowValues): RowValues {
  const values = Object.entries(fields).map(([name, field]) => [name, toFormValue(field, row[name])])
  return { ...(row.id !== undefined && { id: row.id }), ...(Object.fromEntries(values) as RowValues) }
}

/** Copies the column that names a row (`shows`) to `name`. */
function withName(field: { shows?: string }, value: unknown): Chosen {
  const row = value as Chosen
  const name = row[field.shows ?? 'name'] ?? row.name
  return { ...row, name: typeof name === 'string' ? name : '' }
}

/** Whether a value of a field is empty; rich text without text or pictures is too. */
export function isBlank({ kind }: Pick<Field, 'kind'>, value: unknown): boolean {
  if (typeof value === 'string') return kind === 'richtext' ? isBlankHtml(value) : isBlankText(value)
  return value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)
}

/** The label of a fixed choice in the language of the screen, or the choice itself if it has no translation. */
export function choiceName(choice: string): string {
  const labels: Record<string, string> = currentStrings().choiceLabels
  return labels[choice] ?? choice
}
