import type { Field } from '#shared/resource/field.ts'
import {
  type FieldState,
  type Mode,
  type FieldStatus,
  statusOf,
  stateInRow,
  stateOf,
} from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { isBlank, type RowValues } from '#web/fields/values.ts'
import { isDay, isMoment } from '#shared/text/format/days.ts'
import { type FormValues, isBlankRow, placesSent } from './payload.ts'

type Form = { resource: Resource; mode: Mode; abilities: readonly string[] }
type Problem = 'required' | 'notADay' | 'notAMoment'
type Problems = Record<string, Problem>

/** What is wrong before anything is sent, by the places of the form: `name`, `case_numbers.1.number`. */
export function problemsOf({ resource, mode, abilities }: Form, values: FormValues): Problems {
  const found = Object.entries(resource.fields).map(([name, field]): Problems => {
    const standing = statusOf(field, stateOf(field, mode, abilities), values)
    if (standing.state !== 'open') return {}
    if (field.kind === 'repeater')
      return problemsInRows(name, field.fields, {
        rows: values[name] as RowValues[],
        required: standing.required,
        stateOfInner: (inner) => stateInRow(inner, mode, abilities),
      })
    return at(name, problemOf(field, standing, values[name]))
  })
  return Object.assign({}, ...found) as Problems
}

function problemOf(field: Field, { required }: FieldStatus, value: unknown): Problem | undefined {
  if (isBlank(value)) return required && field.kind !== 'switch' ? 'required' : undefined
  if (field.kind === 'date' && !isDay(String(value))) return 'notADay'
  return field.kind === 'moment' && !isMoment(String(value)) ? 'notAMoment' : undefined
}

const at = (place: string, problem: Problem | undefined): Problems => (problem ? { [place]: problem } : {})

type Rows = { rows: readonly RowValues[]; required: boolean; stateOfInner: (field: Field) => FieldState }

function problemsInRows(name: string, fields: Record<string, Field>, { rows, required, stateOfInner }: Rows): Problems {
  if (required && rows.every((row) => isBlankRow(fields, row))) return at(firstIn(name, fields, rows), 'required')
  const found = rows.flatMap((row, place) =>
    isBlankRow(fields, row)
      ? []
      : Object.entries(fields).map(([inner, field]) => {
          const standing = statusOf(field, stateOfInner(field), row)
          return standing.state === 'open'
            ? at(`${name}.${place}.${inner}`, problemOf(field, standing, row[inner]))
            : {}
        }),
  )
  return Object.assign({}, ...found) as Problems
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
