import { type ComponentType, createElement, memo } from 'react'
import type { Kind } from '#shared/resource/field.ts'
import { DateField } from './days.tsx'
import { DocumentField } from './DocumentField.tsx'
import { FileInput } from './FileInput.tsx'
import type { InputProps } from './props.ts'
import { RichTextField } from './RichTextField.tsx'
import { MultiselectField, SelectField } from './selects.tsx'
import { TagsField } from './TagsField.tsx'
import { ChoiceField, SwitchField } from './toggles.tsx'
import { EmailField, LinkField, NumberField, PasswordField, TextareaField, TextField } from './words.tsx'

/** The rows of a repeater are fields themselves, so the form draws them. */
export type TypedKind = Exclude<Kind, 'repeater'>

/** What each kind is typed into. A kind that is new does not compile until it is here. */
export const inputs: { [K in TypedKind]: ComponentType<InputProps<K>> } = {
  text: TextField,
  textarea: TextareaField,
  email: EmailField,
  password: PasswordField,
  link: LinkField,
  number: NumberField,
  switch: SwitchField,
  choice: ChoiceField,
  select: SelectField,
  multiselect: MultiselectField,
  date: DateField,
  tags: TagsField,
  file: FileInput,
  richtext: RichTextField,
  document: DocumentField,
}

/**
 * The input of a field. The table is exhaustive, which the compiler cannot follow through the union of kinds. Rows that
 * come and go ask all the others whether they have changed: an input that has not is not drawn anew. What it calls is
 * made anew at each drawing, and does the same for the same place.
 */
export const FieldInput = memo(
  (props: InputProps<TypedKind>) =>
    createElement(inputs[props.field.kind] as ComponentType<InputProps<TypedKind>>, props),
  (one, other) => compared.every((name) => one[name] === other[name]),
)

const compared = ['field', 'name', 'value', 'error', 'language', 'required', 'disabled', 'readOnly', 'parent'] as const
