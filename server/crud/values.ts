import { isDelta, withOrderedNotes } from '#shared/delta/inspect.ts'
import type { Field, Kind } from '#shared/resource/field.ts'

type ColumnValue = [column: string, value: unknown]

const ownColumn = (name: string, value: unknown): ColumnValue => [name, value]
const referenceColumn = (name: string, value: unknown): ColumnValue => [`${name}_id`, value]

/** Kind → column name and value; kinds with a table of their own have none. */
const writers: Record<Kind, ((name: string, value: unknown) => ColumnValue) | undefined> = {
  text: ownColumn,
  textarea: ownColumn,
  email: ownColumn,
  link: ownColumn,
  number: ownColumn,
  switch: ownColumn,
  date: ownColumn,
  moment: ownColumn,
  choice: ownColumn,
  tags: ownColumn,
  select: referenceColumn,
  file: referenceColumn,
  // Sanitized by `richTexts.ts`.
  richtext: ownColumn,
  document: (name, value) => [name, isDelta(value) ? JSON.stringify(withOrderedNotes(value)) : null],
  password: undefined,
  multiselect: undefined,
  repeater: undefined,
}

/** The columns and values of the fields in the input. */
export function columnValues(fields: Record<string, Field>, input: Record<string, unknown>): ColumnValue[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const toColumn = writers[field.kind]
    return toColumn && !field.computed && input[name] !== undefined ? [toColumn(name, input[name])] : []
  })
}
