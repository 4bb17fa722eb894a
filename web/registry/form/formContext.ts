import { createContext, use } from 'react'
import type { Field } from '#shared/resource/field.ts'
import { type FieldState, type Mode, stateInRow, stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'

/** What every field of a form asks of it. */
type ResourceFormContext = {
  resource: Resource
  mode: Mode
  stateOfField: (field: Field) => FieldState
  /** The same of a field of a row. */
  stateOfInner: (field: Field) => FieldState
  /** Deletes a row of a repeater that is kept already. False when it stays. */
  removeStoredRow: (name: string, id: number) => Promise<boolean>
}

type About = Pick<ResourceFormContext, 'resource' | 'mode' | 'removeStoredRow'>

export const resourceFormContext = (about: About, abilities: readonly string[]): ResourceFormContext => ({
  ...about,
  stateOfField: (field) => stateOf(field, about.mode, abilities),
  stateOfInner: (field) => stateInRow(field, about.mode, abilities),
})

const Context = createContext<ResourceFormContext | undefined>(undefined)
export const ResourceFormProvider = Context.Provider

export function useResourceFormContext(): ResourceFormContext {
  const setting = use(Context)
  if (!setting) throw new Error('a field stands outside a form: is it under FormSettingProvider?')
  return setting
}
