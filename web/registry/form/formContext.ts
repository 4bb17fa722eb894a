import { createContext, use } from 'react'
import type { Field } from '#shared/resource/field.ts'
import { type FieldState, type Mode, stateInRow, stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'

/** What every field of a form asks of it. */
export type FormSetting = {
  resource: Resource
  mode: Mode
  stateOfField: (field: Field) => FieldState
  /** The same of a field of a row. */
  stateOfInner: (field: Field) => FieldState
  /** Deletes a row of a repeater that is kept already. False when it stays. */
  removeStoredRow: (name: string, id: number) => Promise<boolean>
}

type About = Pick<FormSetting, 'resource' | 'mode' | 'removeStoredRow'>

export const settingOf = (about: About, abilities: readonly string[]): FormSetting => ({
  ...about,
  stateOfField: (field) => stateOf(field, about.mode, abilities),
  stateOfInner: (field) => stateInRow(field, about.mode, abilities),
})

const Context = createContext<FormSetting | undefined>(undefined)
export const FormSettingProvider = Context.Provider

export function useFormSetting(): FormSetting {
  const setting = use(Context)
  if (!setting) throw new Error('a field stands outside a form: is it under FormSettingProvider?')
  return setting
}
