import type { Field, Kind } from '#shared/resource/field.ts'

/** Whether each kind is shown as Dhivehi text. A text field can override it by `script` or `input`. */
const inWords: Record<Kind, boolean> = {
  text: true,
  textarea: true,
  email: false,
  password: false,
  link: false,
  number: false,
  switch: true,
  date: true,
  moment: true,
  choice: true,
  select: true,
  multiselect: true,
  tags: true,
  richtext: true,
  document: true,
  file: false,
  repeater: false,
}

/** Whether a field shows Dhivehi, so that its filter uses the phonetic keyboard. */
export const showsDhivehi = (field: Field) =>
  inWords[field.kind] && !(field.kind === 'text' && (field.script !== undefined || field.input !== undefined))
