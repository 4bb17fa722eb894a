import type { Field, Kind } from '#shared/resource/field.ts'

/** The kinds that are shown in words of the page or of Dhivehi; a text may say that it is of another script, or no word. */
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

/** Whether what is shown of a field is Dhivehi, so that it is searched with the phonetic keyboard. */
export const showsDhivehi = (field: Field) =>
  inWords[field.kind] && !(field.kind === 'text' && (field.script !== undefined || field.input !== undefined))
