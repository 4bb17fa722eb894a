import { sanitize } from '#server/html/sanitize.ts'
import { isBlankText } from '#shared/resource/empty.ts'
import type { Field, Kind } from '#shared/resource/field.ts'

/** A column of a row and what is written into it. */
export type Written = [column: string, value: unknown]

const same = (name: string, value: unknown): Written => [name, value]
const reference = (name: string, value: unknown): Written => [`${name}_id`, value]

/** The column in which each kind is kept, and how; kinds with tables of their own have none. */
const writers: Record<Kind, ((name: string, value: unknown) => Written) | undefined> = {
  text: same,
  textarea: same,
  email: same,
  link: same,
  number: same,
  switch: same,
  date: same,
  moment: same,
  choice: same,
  tags: same,
  select: reference,
  file: reference,
  richtext: (name, value) => [name, typeof value === 'string' ? keptHtml(value) : null],
  document: (name, value) => [name, value === null ? null : JSON.stringify(value)],
  password: undefined,
  multiselect: undefined,
  repeater: undefined,
}

/** Rich text as it is kept; null where there is nothing to read and nothing to see in it. */
export function keptHtml(html: string) {
  const clean = sanitize(html)
  return isBlankText(clean.replace(/<(?!img)[^>]*>|&nbsp;/g, '')) ? null : clean
}

/** The columns of a row for the fields that were given. */
export function columnsWritten(fields: Record<string, Field>, given: Record<string, unknown>): Written[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const write = writers[field.kind]
    return write && !field.computed && given[name] !== undefined ? [write(name, given[name])] : []
  })
}
