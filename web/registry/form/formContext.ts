import { createContext, use } from 'react'
import type { Field } from '#shared/resource/field.ts'
import { type FieldState, type Mode, stateInRow, stateOf, statusOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'

/** What the fields of a form need from it. */
type ResourceFormContext = {
  resource: Resource
  mode: Mode
  stateOfField: (field: Field) => FieldState
  /** The same for a field inside a repeater row. */
  stateOfRowField: (field: Field) => FieldState
  /** Deletes a stored row of a repeater on the server. Resolves to false if that fails. */
  removeStoredRow: (name: string, id: number) => Promise<boolean>
}

type FormContextInput = Pick<ResourceFormContext, 'resource' | 'mode' | 'removeStoredRow'>

export const resourceFormContext = (input: FormContextInput, abilities: readonly string[]): ResourceFormContext => ({
  ...input,
  stateOfField: (field) => stateOf(field, input.mode, abilities),
  stateOfRowField: (field) => stateInRow(field, input.mode, abilities),
})

const Context = createContext<ResourceFormContext | undefined>(undefined)
export const ResourceFormProvider = Context.Provider

export function useResourceFormContext(): ResourceFormContext {
  const context = use(Context)
  if (!context) throw new Error('a field was rendered outside a form: is it under ResourceFormProvider?')
  return context
}

/** Saves the form with the stored value of a field, whose change then no longer waits. */
type CancelChange = (name: string) => Promise<void>

/** A context of its own: it changes at each rendering of the form, and few fields read it. */
const CancelContext = createContext<CancelChange | undefined>(undefined)
export const CancelChangeProvider = CancelContext.Provider
export const useCancelChange = () => use(CancelContext)

/** The specification: "view mode lg", whatever size the resource's form has. */
export const dialogSizeOf = ({ resource, mode }: { resource: Resource; mode: Mode }) =>
  mode === 'View' ? 'lg' : resource.dialog

/** The specification: a wizard of size xl fills the screen; other forms of that size are dialogs. */
export const isFullScreen = (form: { resource: Resource; mode: Mode }) =>
  dialogSizeOf(form) === 'xl' && form.resource.wizard === true

/** Whether the read-only details show a field: not if `hiddenWhenNull` or a rule hides it for this record. */
export function isShownInDetails(name: string, field: Field, row: Record<string, unknown>): boolean {
  if (field.hiddenWhenNull && (row[name] ?? null) === null) return false
  return statusOf(field, 'readOnly', row).state !== 'hidden'
}
