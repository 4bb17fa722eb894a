import { type ComponentType, createElement } from 'react'
import type { Kind } from '#shared/resource/field.ts'
import { DateField, MomentField } from './dates.tsx'
import { FileInput } from './FileInput.tsx'
import type { InputProps } from './props.ts'
import { DocumentField, RichTextField } from './RichTextField.tsx'
import { MultiselectField, SelectField, TagsField } from './selects.tsx'
import { EmailField, LinkField, NumberField, PasswordField, TextareaField, TextField } from './texts.tsx'
import { ChoiceField, SwitchField } from './toggles.tsx'

/** What each kind is typed into. A kind that is new does not compile until it is here. */
const inputs: { [K in Kind]: ComponentType<InputProps<K>> } = {
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
  moment: MomentField,
  tags: TagsField,
  file: FileInput,
  richtext: RichTextField,
  document: DocumentField,
  // Its rows are fields themselves: the form draws them.
  repeater: () => null,
}

/** The input of a field. The table is exhaustive, which the compiler cannot follow through the union of kinds. */
export const FieldInput = (props: InputProps) =>
  createElement(inputs[props.field.kind] as ComponentType<InputProps>, props)
