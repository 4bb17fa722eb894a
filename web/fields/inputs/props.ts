import { createElement, Fragment, type ReactNode } from 'react'
import type { FieldOf, Kind } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { Language } from '#shared/messages.ts'
import { Isolated } from '#web/ui/Text.tsx'
import type { Values } from '#web/fields/values.ts'

/** The props of every input, of any kind. */
export type InputProps<K extends Kind = Kind> = {
  field: FieldOf<K>
  /** The path of the field in the form: `title`, `case_numbers.0.number`. */
  name: string
  /** The resource of the form; the lookup paths of its selects and the channel of its records are derived from it. */
  resource: Pick<Resource, 'name' | 'model'>
  value: Values[K]
  onChange: (value: Values[K]) => void
  onBlur: () => void
  language: Language
  required: boolean
  disabled: boolean
  readOnly: boolean
  error?: string | undefined
  /** For a select that depends on another field: the value of that field. */
  parent?: unknown
}

/** The common props of Mantine inputs. */
export const commonInputProps = ({
  field,
  language,
  name,
  required,
  disabled,
  readOnly,
  error,
  onBlur,
}: CommonInputState) => ({
  label: field.label[language],
  name,
  required,
  disabled,
  readOnly,
  onBlur,
  error: error === undefined ? undefined : createElement(Isolated, { children: error }),
  errorProps: { role: 'alert' },
  autoComplete: 'off',
  // A read-only input looks different from an editable one.
  ...(readOnly && { variant: 'filled' }),
  description: field.subText && createElement(Isolated, { children: field.subText[language] }),
  inputWrapperOrder,
})

/** The description below an input: the field's own, and an addition such as a counter. */
export const descriptionWith = (inputProps: ReturnType<typeof commonInputProps>, addition: ReactNode): ReactNode =>
  createElement(
    Fragment,
    {},
    inputProps.description,
    inputProps.description !== undefined && createElement('br'),
    addition,
  )

/** A select is cleared by its button, also by keyboard: Enter on the selected option keeps it. */
export const clearedByButton = (isClearable: boolean, label: string) => ({
  clearable: isClearable,
  allowDeselect: false,
  clearButtonProps: { tabIndex: 0, 'aria-hidden': false, 'aria-label': label },
})

type CommonInputState = Pick<
  InputProps,
  'field' | 'language' | 'name' | 'required' | 'disabled' | 'readOnly' | 'error' | 'onBlur'
>

const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
