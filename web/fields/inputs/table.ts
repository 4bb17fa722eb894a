import { type ComponentType, createElement } from 'react'
import type { Kind } from '#shared/resource/field.ts'
import { MultiselectInput } from '#web/fields/phraseUses/PhraseUsesField.tsx'
import { DateField, MomentField } from './dates.tsx'
import { FileInput } from '#web/fields/files/FileField.tsx'
import type { InputProps } from './props.ts'
import { DocumentField, RichTextField } from './RichTextField.tsx'
import { SelectField, TagsField } from './selects.tsx'
import { EmailField, LinkField, NumberField, PasswordField, TextareaField, TextField } from './texts.tsx'
import { ChoiceField, SwitchField } from './toggles.tsx'

/** The input of each kind. A new kind does not compile until it is added here. */
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
  multiselect: MultiselectInput,
  date: DateField,
  moment: MomentField,
  tags: TagsField,
  file: FileInput,
  richtext: RichTextField,
  document: DocumentField,
  // The form renders repeaters, because their rows contain fields.
  repeater: () => null,
}

/** The input of a field. The cast is safe: the table is exhaustive, but the compiler cannot correlate the union. */
export const FieldInput = (props: InputProps) =>
  createElement(inputs[props.field.kind] as ComponentType<InputProps>, props)
