import type { Field } from './field.ts'

export const modes = ['Create', 'Update', 'View'] as const
export type Mode = (typeof modes)[number]

/**
 * How a field stands in a form. Asked by the form to draw it, by the payload to leave it out and by the server to refuse
 * it, so that the three cannot disagree.
 */
export type FieldState = 'absent' | 'readOnly' | 'open'

export function stateOf(field: Field, mode: Mode, abilities: readonly string[]): FieldState {
  if (field.permission !== undefined && !abilities.includes(field.permission)) return 'absent'
  if (field.form === undefined) return 'absent'
  if (mode === 'View') return field.kind === 'password' ? 'absent' : 'readOnly'
  if (field.open && !field.open.includes(mode)) return field.kind === 'password' ? 'absent' : 'readOnly'
  return field.readOnly ? 'readOnly' : 'open'
}
