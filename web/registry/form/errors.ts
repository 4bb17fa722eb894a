import type { UseFormReturn } from 'react-hook-form'
import type { Field, FieldOf } from '#shared/resource/field.ts'
import {
  type FieldState,
  type Mode,
  type FieldStatus,
  statusOf,
  stateInRow,
  stateOf,
} from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { dayProblemOf } from '#web/fields/dates/dates.ts'
import { isBlank, type RowValues } from '#web/fields/values.ts'
import { type FormValues, isBlankRow, sentRowIndexes } from './payload.ts'

type Form = { resource: Resource; mode: Mode; abilities: readonly string[] }
/** `maximum`: the letters that a longer text may have. */
export type Problem = 'required' | 'notADay' | 'notAMoment' | { maximum: number }
export type Problems = Record<string, Problem>

/** Problems found before sending, by path of the field: `name`, `case_numbers.1.number`. */
export function problemsOf({ resource, mode, abilities }: Form, values: FormValues): Problems {
  const problems = Object.entries(resource.fields).map(([name, field]): Problems => {
    const status = statusOf(field, stateOf(field, mode, abilities), values)
    if (status.state !== 'open') return {}
    if (field.kind === 'repeater')
      return problemsInRows(name, field.fields, {
        rows: values[name] as RowValues[],
        required: status.required,
        stateOfRowField: (rowField) => stateInRow(rowField, mode, abilities),
      })
    return problemAt(name, problemOf(field, status, values[name]))
  })
  return Object.assign({}, ...problems) as Problems
}

function problemOf(field: Field, { required }: FieldStatus, value: unknown): Problem | undefined {
  if (isBlank(field, value)) return required && field.kind !== 'switch' ? 'required' : undefined
  return dayProblemOf(field, value) ?? lengthProblemOf(field, value)
}

/** With what the server finds, so that a form shows all errors at once. */
function lengthProblemOf(field: Field, value: unknown): Problem | undefined {
  if (!isTyped(field)) return undefined
  return String(value).trim().length > field.max ? { maximum: field.max } : undefined
}

const isTyped = (field: Field): field is FieldOf<'text' | 'textarea' | 'email' | 'link'> =>
  ['text', 'textarea', 'email', 'link'].includes(field.kind)

const problemAt = (path: string, problem: Problem | undefined): Problems => (problem ? { [path]: problem } : {})

type RepeaterInput = { rows: readonly RowValues[]; required: boolean; stateOfRowField: (field: Field) => FieldState }

function problemsInRows(
  name: string,
  fields: Record<string, Field>,
  { rows, required, stateOfRowField }: RepeaterInput,
): Problems {
  if (required && rows.every((row) => isBlankRow(fields, row)))
    return problemAt(firstPathOf(name, fields, rows), 'required')
  const problems = rows.flatMap((row, index) =>
    isBlankRow(fields, row)
      ? []
      : Object.entries(fields).map(([rowField, field]) => {
          const status = statusOf(field, stateOfRowField(field), row)
          return status.state === 'open'
            ? problemAt(`${name}.${index}.${rowField}`, problemOf(field, status, row[rowField]))
            : {}
        }),
  )
  return Object.assign({}, ...problems) as Problems
}

/** The path at which an empty repeater reports its error: its first field, or the repeater itself. */
const firstPathOf = (name: string, fields: Record<string, Field>, rows: readonly RowValues[]) =>
  rows.length > 0 ? `${name}.0.${Object.keys(fields)[0] ?? ''}` : name

/** The errors of an answer by path in the form. Blank rows are not sent, so the row indexes of the answer are mapped back. */
export function errorsAt(resource: Resource, errors: Record<string, string[]>, values: FormValues) {
  return Object.fromEntries(
    Object.entries(errors).map(([key, sentences]) => {
      const [name = '', index, ...rest] = key.split('.')
      const field = resource.fields[name]
      if (field?.kind !== 'repeater' || index === undefined) return [key, sentences]
      const sentIndexes = sentRowIndexes(field.fields, values[name] as RowValues[])
      return [[name, sentIndexes[Number(index)] ?? index, ...rest].join('.'), sentences]
    }),
  )
}

/** Shows each error message at its field. */
export function showErrors(
  form: UseFormReturn<FormValues>,
  { fields }: Pick<Resource, 'fields'>,
  errors: Record<string, readonly string[]>,
) {
  form.clearErrors()
  for (const [name, sentences] of Object.entries(errors)) {
    const path = fields[name]?.kind === 'repeater' ? repeaterErrorPath(name) : name
    form.setError(path, { message: sentences.join(' ') })
  }
}

/** The path of an error of a repeater itself, next to those of its rows. */
export const repeaterErrorPath = (name: string) => `${name}.root`
