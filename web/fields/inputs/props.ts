import { createElement, Fragment, type ReactNode } from 'react'
import type { FieldOf, Kind } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { Language } from '#shared/messages.ts'
import type { Values } from '../values.ts'

/** What every input is given, whatever its kind. */
export type InputProps<K extends Kind = Kind> = {
  field: FieldOf<K>
  /** Where it stands in the form: `title`, `case_numbers.0.number`. */
  name: string
  /** The resource that is filled in: the choices of a select are asked for in its name. */
  resource: Pick<Resource, 'name'>
  value: Values[K]
  onChange: (value: Values[K]) => void
  onBlur: () => void
  language: Language
  required: boolean
  disabled: boolean
  readOnly: boolean
  error?: string | undefined
  /** Of a select that depends on another: what is chosen there. */
  parent?: unknown
}

/** What the inputs of the library have in common. */
export const lookOf = ({ field, language, name, required, disabled, readOnly, error, onBlur }: Look) => ({
  label: field.label[language],
  name,
  required,
  disabled,
  readOnly,
  onBlur,
  error,
  errorProps: { role: 'alert' },
  autoComplete: 'off',
  // What cannot be typed into does not look as if it could.
  ...(readOnly && { variant: 'filled' }),
  description: field.subText?.[language],
  inputWrapperOrder,
})

/** What a field says of itself under it, beside what its description says of it. */
export const beside = (look: ReturnType<typeof lookOf>, own: ReactNode): ReactNode =>
  createElement(Fragment, {}, look.description, look.description !== undefined && createElement('br'), own)

type Look = Pick<InputProps, 'field' | 'language' | 'name' | 'required' | 'disabled' | 'readOnly' | 'error' | 'onBlur'>

const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
