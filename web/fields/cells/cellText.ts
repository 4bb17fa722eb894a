import { joinList } from '#shared/text/format/joinList.ts'
import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import type { Language } from '#shared/messages.ts'
import { formatDate } from '#shared/text/format/dateFormat.ts'
import { switchLabel } from '#shared/resource/switchLabel.ts'
import { paletteOf } from '#shared/resources/palettes.ts'
import { stringsOf } from '#web/platform/strings/strings.ts'
import { isRecord } from '#shared/isRecord.ts'

type Formatter<K extends Kind> = (value: unknown, field: FieldOf<K>, language: Language) => string

const plainText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const nameOf = (value: unknown, { shows = 'name' }: { shows?: string }) =>
  plainText(isRecord(value) ? value[shows] : undefined)
const rows = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [])

/** Formats a value as plain text, for cells and for the search in the browser. */
const formatters: { [K in Kind]: Formatter<K> } = {
  text: (value, { input }, language) => paletteOf(input)?.[plainText(value)]?.[language] ?? plainText(value),
  textarea: plainText,
  email: plainText,
  password: () => '',
  link: plainText,
  number: (value, { levels, decimals }, language) => {
    const text = plainText(value)
    if (text === '') return ''
    const level = levels?.find(({ from }) => Number(text) >= from)
    return level?.label[language] ?? (decimals === undefined ? text : Number(text).toFixed(decimals))
  },
  switch: (value, field, language) => (typeof value === 'boolean' ? switchLabel(field, value, language) : ''),
  date: (value, { format }, language) => formatDate(plainText(value), format, language),
  moment: (value, { format }, language) => formatDate(plainText(value), format, language),
  choice: (value, _field, language) => {
    const labels: Record<string, string> = stringsOf(language).choiceLabels
    return labels[plainText(value)] ?? plainText(value)
  },
  select: nameOf,
  multiselect: (value, field, language) =>
    joinList(
      rows(value).map((row) => nameOf(row, field)),
      language,
    ),
  tags: (value, { separator }, language) => joinList(plainText(value).split(separator), language),
  file: (value) => nameOf(value, {}),
  richtext: (value) => plainText(value).replace(/<[^>]*>/g, ' '),
  document: () => '',
  repeater: (value) => (rows(value).length > 0 ? String(rows(value).length) : ''),
}

/** The text of a value in its column: of its `rootValue` if there is one, or the `tableDefault` if it is empty. */
export function cellText(field: Field, value: unknown, language: Language): string {
  // The table is exhaustive, which the compiler cannot follow through the union.
  const text = (formatters[field.kind] as Formatter<Kind>)(valueAtPath(value, field), field, language)
  return text === '' ? (field.tableDefault?.[language] ?? '') : text
}

type Column = { name: string; field: Field }

/** The text that a list shows in a column of a row. */
export function columnText({ name, field }: Column, row: Record<string, unknown>, language: Language): string {
  const text = cellText(field, row[name], language)
  return text === '' && field.tableDefaultFile !== undefined ? nameOf(row[field.tableDefaultFile], {}) : text
}

/** Whether the text of a link can be opened. An import also writes paths there. */
export const isWebAddress = (text: string) => /^https?:\/\//i.test(text)

/** The values of a row of a repeater in one line. */
export const rowText = (fields: Record<string, Field>, row: Record<string, unknown>, language: Language): string =>
  Object.entries(fields)
    .map(([name, field]) => cellText(field, row[name], language))
    .filter((text) => text !== '')
    .join(' · ')

const valueAtPath = (value: unknown, { rootValue }: Field) =>
  rootValue === undefined
    ? value
    : rootValue.split('.').reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), value)
