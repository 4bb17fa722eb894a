import type { Field } from './field.ts'
import { marksOf, type Values } from './when.ts'

export const modes = ['Create', 'Update', 'View'] as const
export type Mode = (typeof modes)[number]

/**
 * How a field stands in a form. Asked by the form to draw it, by the payload to leave it out and by the server to refuse
 * it, so that the three cannot disagree.
 */
export type FieldState = 'absent' | 'readOnly' | 'open'

export function stateOf(field: Field, mode: Mode, abilities: readonly string[]): FieldState {
  return field.form === undefined ? 'absent' : stateInRow(field, mode, abilities)
}

/** The same of a field of a repeater's row, which needs no place of its own in the form. */
export function stateInRow(field: Field, mode: Mode, abilities: readonly string[]): FieldState {
  if (field.permission !== undefined && !abilities.includes(field.permission)) return 'absent'
  if (field.modes?.includes(mode) === false) return 'absent'
  // A judgment's text is read in the reader, not in a form.
  if (mode === 'View') return field.kind === 'password' || field.kind === 'document' ? 'absent' : 'readOnly'
  if (field.kind === 'password') return mode === 'Create' ? 'readOnly' : 'absent'
  const isOpen = !field.readOnly && (field.open?.includes(mode) ?? true)
  if (isOpen) return 'open'
  // Of a record that is not there yet, nothing can be read.
  return mode === 'Create' ? 'absent' : 'readOnly'
}

/** How it stands while the form holds these values: its rules can close what is open, and demand what need not be. */
export type Standing = { state: FieldState | 'hidden' | 'disabled'; required: boolean }

export function standingOf(field: Field, state: FieldState, values: Values): Standing {
  const marks = marksOf(field.rules, values)
  if (marks.hidden) return { state: 'hidden', required: false }
  if (state !== 'open') return { state, required: false }
  if (marks.disabled) return { state: 'disabled', required: false }
  if (marks.readOnly) return { state: 'readOnly', required: false }
  return { state, required: field.required === true || marks.required }
}
