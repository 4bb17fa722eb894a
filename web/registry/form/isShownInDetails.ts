import type { Field } from '#shared/resource/field.ts'
import { statusOf } from '#shared/resource/fieldState.ts'

/** Whether the read-only details show a field: not if `hiddenWhenNull` or a rule hides it for this record. */
export function isShownInDetails(name: string, field: Field, row: Record<string, unknown>): boolean {
  if (field.hiddenWhenNull && (row[name] ?? null) === null) return false
  return statusOf(field, 'readOnly', row).state !== 'hidden'
}
