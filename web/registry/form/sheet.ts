import type { Field } from '#shared/resource/field.ts'
import { statusOf } from '#shared/resource/fieldState.ts'

/** Whether a record that is read has a line for a field: none for what is hidden when it is null, or in such a record. */
export function isOnSheet(name: string, field: Field, row: Record<string, unknown>): boolean {
  if (field.hiddenWhenNull && (row[name] ?? null) === null) return false
  return statusOf(field, 'readOnly', row).state !== 'hidden'
}
