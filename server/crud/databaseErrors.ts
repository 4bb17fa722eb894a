import { codeOf, sqlState } from '#server/config/errorCode.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { FieldCode } from '#shared/messages.ts'
import type { Field, FieldOf } from '#shared/resource/field.ts'
import { table as tableOf } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'

const codes: Record<string, FieldCode> = {
  [sqlState.not_null_violation]: 'required',
  [sqlState.unique_violation]: 'taken',
  [sqlState.exclusion_violation]: 'taken',
  [sqlState.check_violation]: 'format',
  [sqlState.numeric_value_out_of_range]: 'too-big',
}

/** Of checks whose sentence says more than that the format is wrong. */
const checkCodes: Record<string, FieldCode> = { dynamic_pages_route_check: 'page-route' }

const referenceErrors: ReadonlySet<string> = new Set([sqlState.foreign_key_violation, sqlState.restrict_violation])

type DatabaseError = { code: string; table?: string; column?: string; detail?: string; constraint?: string }

/** A constraint violation as an API error that names the field; undefined for any other error. */
export const toApiError = (error: unknown, resource: Resource) => apiErrorAt(error, (error) => fieldOf(error, resource))

/** The same for a row of a repeater, at `case_numbers.1`. A derived column, such as a key, belongs to the first field of the row. */
export const toApiErrorOfRow = (error: unknown, { fields }: Pick<FieldOf<'repeater'>, 'fields'>, rowPath: string) =>
  apiErrorAt(error, (error) => `${rowPath}.${fieldAmong(error, fields) ?? Object.keys(fields)[0] ?? ''}`)

function apiErrorAt(error: unknown, fieldPathOf: (error: DatabaseError) => string): ApiError | undefined {
  if (!isDatabaseError(error)) return undefined
  const missing = /is not present in table/.test(error.detail ?? '')
  // Another row refers to the deleted one, or this one to a missing row.
  if (referenceErrors.has(error.code) && !missing) return new ApiError('in-use')
  const code = missing ? 'gone' : (checkCodes[error.constraint ?? ''] ?? codes[error.code])
  return code && new ApiError('invalid', { fields: { [fieldPathOf(error)]: [{ code }] } })
}

const isDatabaseError = (error: unknown): error is DatabaseError => /^2[0-9A-Z]{4}$/.test(codeOf(error) ?? '')

/** The field that is stored in the table or column that the database names. */
function fieldOf(error: DatabaseError, resource: Resource): string {
  const { table } = error
  const linked = Object.entries(resource.fields).find(([, field]) => 'table' in field && field.table === table)
  if (linked && table !== tableOf(resource)) return linked[0]
  return fieldAmong(error, resource.fields) ?? 'body'
}

function fieldAmong({ column, detail = '', constraint = '' }: DatabaseError, fields: Record<string, Field>) {
  const named = column ?? /Key \((?:\w+\()?(\w+)/.exec(detail)?.[1] ?? ''
  const name = named.replace(/_id$/, '')
  if (Object.hasOwn(fields, name)) return name
  // `permissions_guard_name_check` belongs to guard_name, not to name.
  const inConstraint = Object.keys(fields).filter((field) => constraint.includes(`_${field}_`))
  return inConstraint.sort((one, other) => other.length - one.length)[0]
}
