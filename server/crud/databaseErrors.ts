import { ApiError } from '#server/endpoint/apiError.ts'
import type { FieldCode } from '#shared/messages.ts'
import type { Field, FieldOf } from '#shared/resource/field.ts'
import { table as tableOf } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'

const codes: Record<string, FieldCode> = {
  // not_null_violation
  '23502': 'required',
  // unique_violation, exclusion_violation
  '23505': 'taken',
  '23P01': 'taken',
  // check_violation, numeric_value_out_of_range
  '23514': 'format',
  '22003': 'too-big',
}

type DatabaseError = { code: string; table?: string; column?: string; detail?: string; constraint?: string }

/** What the database refused, as a refusal that names the field; undefined for what is no refusal. */
export const refusalOfDatabase = (error: unknown, resource: Resource) =>
  apiErrorAt(error, (refused) => fieldOf(refused, resource))

/** The same of a row of a repeater, at `case_numbers.1`: what nobody types there, such as a key, was made of its first field. */
export const refusalOfRow = (error: unknown, { fields }: Pick<FieldOf<'repeater'>, 'fields'>, place: string) =>
  apiErrorAt(error, (refused) => `${place}.${fieldAmong(refused, fields) ?? Object.keys(fields)[0] ?? ''}`)

function apiErrorAt(error: unknown, placeOf: (refused: DatabaseError) => string): ApiError | undefined {
  if (!isDatabaseError(error)) return undefined
  const missing = /is not present in table/.test(error.detail ?? '')
  // foreign_key_violation, restrict_violation: somebody refers to what is deleted, or this row to what is not there.
  if (['23503', '23001'].includes(error.code) && !missing) return new ApiError('in-use')
  const code = missing ? 'gone' : codes[error.code]
  return code && new ApiError('invalid', { fields: { [placeOf(error)]: [{ code }] } })
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[0-9A-Z]{4}$/.test(error.code)

/** The field that is kept in the table or the column that the database names. */
function fieldOf(refused: DatabaseError, resource: Resource): string {
  const { table } = refused
  const linked = Object.entries(resource.fields).find(([, field]) => 'table' in field && field.table === table)
  if (linked && table !== tableOf(resource)) return linked[0]
  return fieldAmong(refused, resource.fields) ?? 'body'
}

function fieldAmong({ column, detail = '', constraint = '' }: DatabaseError, fields: Record<string, Field>) {
  const told = column ?? /Key \((?:\w+\()?(\w+)/.exec(detail)?.[1] ?? ''
  const name = told.replace(/_id$/, '')
  if (Object.hasOwn(fields, name)) return name
  // `permissions_guard_name_check` is about guard_name, not about name.
  const named = Object.keys(fields).filter((field) => constraint.includes(`_${field}_`))
  return named.sort((one, other) => other.length - one.length)[0]
}
