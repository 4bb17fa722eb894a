import type { Field } from '#shared/resource/field.ts'
import { type Mode, standingOf, stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { isBlank, type RowValues } from '#web/fields/values.ts'
import { type FormValues, isBlankRow, placesSent } from './payload.ts'

type Form = { resource: Resource; mode: Mode; abilities: readonly string[] }

/** The fields that must be filled in and are not, by their places: `name`, `case_numbers.1.number`. */
export function missing({ resource, mode, abilities }: Form, values: FormValues): string[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const { state, required } = standingOf(field, stateOf(field, mode, abilities), values)
    if (state !== 'open') return []
    if (field.kind === 'repeater') return missingInRows(name, field.fields, values[name] as RowValues[], required)
    return required && field.kind !== 'switch' && isBlank(values[name]) ? [name] : []
  })
}

function missingInRows(name: string, fields: Record<string, Field>, rows: readonly RowValues[], required: boolean) {
  const filled = rows.filter((row) => !isBlankRow(fields, row))
  if (required && filled.length === 0) return [firstIn(name, fields, rows)]
  return rows.flatMap((row, place) =>
    isBlankRow(fields, row)
      ? []
      : Object.entries(fields)
          .filter(([inner, field]) => standingOf(field, 'open', row).required && isBlank(row[inner]))
          .map(([inner]) => `${name}.${place}.${inner}`),
  )
}

/** An empty list is told of at its first field, where there is one. */
const firstIn = (name: string, fields: Record<string, Field>, rows: readonly RowValues[]) =>
  rows.length > 0 ? `${name}.0.${Object.keys(fields)[0] ?? ''}` : name

/** The errors of an answer by the places of the form: rows that were left out moved those behind them. */
export function errorsAt(resource: Resource, errors: Record<string, string[]>, values: FormValues) {
  return Object.fromEntries(
    Object.entries(errors).map(([key, sentences]) => {
      const [name = '', place, ...rest] = key.split('.')
      const field = resource.fields[name]
      if (field?.kind !== 'repeater' || place === undefined) return [key, sentences]
      const sent = placesSent(field.fields, values[name] as RowValues[])
      return [[name, sent[Number(place)] ?? place, ...rest].join('.'), sentences]
    }),
  )
}
