import type { Field } from './field.ts'
import { evaluateRules, type Values } from './rules.ts'

export const modes = ['Create', 'Update', 'View'] as const
export type Mode = (typeof modes)[number]

/**
 * The state of a field in a form mode. The form uses it to render the field, the payload to omit it and the server to reject
 * it, so that the three cannot disagree.
 */
export type FieldState = 'absent' | 'readOnly' | 'open'

export function stateOf(field: Field, mode: Mode, abilities: readonly string[]): FieldState {
  return field.form === undefined ? 'absent' : stateInRow(field, mode, abilities)
}

/** The state of a field in a repeater row, which needs no position in the form. */
export function stateInRow(field: Field, mode: Mode, abilities: readonly string[]): FieldState {
  if (field.permission !== undefined && !abilities.includes(field.permission)) return 'absent'
  if (field.modes?.includes(mode) === false) return 'absent'
  // The text of a judgment is shown in the reader, not in a form.
  if (mode === 'View') return field.kind === 'password' || field.kind === 'document' ? 'absent' : 'readOnly'
  if (field.kind === 'password') return mode === 'Create' ? 'readOnly' : 'absent'
  const isOpen = !field.readOnly && (field.open?.includes(mode) ?? true)
  if (isOpen) return 'open'
  // A record that does not exist yet has nothing to read.
  return mode === 'Create' ? 'absent' : 'readOnly'
}

/** The state of a field given the form values: rules can hide, disable or lock an open field, or make it required. */
export type FieldStatus = { state: FieldState | 'hidden' | 'disabled'; required: boolean }

export function statusOf(field: Field, state: FieldState, values: Values): FieldStatus {
  const effects = evaluateRules(field.rules, values)
  if (effects.hidden) return { state: 'hidden', required: false }
  if (state !== 'open') return { state, required: false }
  if (effects.disabled) return { state: 'disabled', required: false }
  if (effects.readOnly) return { state: 'readOnly', required: false }
  return { state, required: field.required === true || effects.required }
}
