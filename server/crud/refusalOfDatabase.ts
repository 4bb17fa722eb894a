import { Refusal } from '#server/http/refusal.ts'
import type { FieldCode } from '#shared/messages.ts'
import { table as tableOf } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'

const codes: Record<string, FieldCode> = {
  // unique_violation, exclusion_violation
  '23505': 'taken',
  '23P01': 'taken',
  // check_violation, numeric_value_out_of_range
  '23514': 'format',
  '22003': 'too-big',
}

type DatabaseError = { code: string; table?: string; detail?: string; constraint?: string }

/** What the database refused, as a refusal that names the field; undefined for what is no refusal. */
export function refusalOfDatabase(error: unknown, resource: Resource): Refusal | undefined {
  if (!isDatabaseError(error)) return undefined
  const missing = /is not present in table/.test(error.detail ?? '')
  // foreign_key_violation, restrict_violation: somebody refers to what is deleted, or this row to what is not there.
  if (['23503', '23001'].includes(error.code) && !missing) return new Refusal('in-use')
  const code = missing ? 'gone' : codes[error.code]
  return code && new Refusal('invalid', { fields: { [fieldOf(error, resource)]: [{ code }] } })
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[0-9A-Z]{4}$/.test(error.code)

/** The field that is kept in the table or the column that the database names. */
function fieldOf({ table, detail = '', constraint = '' }: DatabaseError, resource: Resource): string {
  const linked = Object.entries(resource.fields).find(([, field]) => 'table' in field && field.table === table)
  if (linked && table !== tableOf(resource)) return linked[0]
  const column = /Key \((?:\w+\()?(\w+)/.exec(detail)?.[1] ?? ''
  const name = column.replace(/_id$/, '')
  if (Object.hasOwn(resource.fields, name)) return name
  return Object.keys(resource.fields).find((field) => constraint.includes(`_${field}_`)) ?? 'body'
}
