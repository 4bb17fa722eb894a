import type { Field, Kind } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'

export type ListColumn = { name: string; field: Field }

/** The columns of a list in their order, without those that the user may not read. */
export function listColumns(resource: Resource, abilities: readonly string[]): ListColumn[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => field.list !== undefined && isReadable(field, abilities))
    .sort(([, one], [, other]) => (one.list ?? 0) - (other.list ?? 0))
    .map(([name, field]) => ({ name, field }))
}

/** Columns of a screen that are not in the list of the resource: they are not searched, and sorted only by fields that say so. */
export const extraColumns = (
  { fields }: Resource,
  names: readonly string[],
  abilities: readonly string[],
): ListColumn[] =>
  names.flatMap((name) => {
    const field = fields[name]
    return field && isReadable(field, abilities) ? [{ name, field }] : []
  })

const isReadable = ({ permission }: Field, abilities: readonly string[]) =>
  permission === undefined || abilities.includes(permission)

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
