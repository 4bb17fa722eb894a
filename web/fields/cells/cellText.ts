import type { Field, FieldOf, Kind } from '#shared/resource/field.ts'
import type { Language } from '#shared/messages.ts'
import { formatDate } from '#shared/text/format/dateFormat.ts'
import { switchLabel } from '#shared/resource/switchLabel.ts'
import { stringsOf } from '#web/platform/strings/strings.ts'

type Write<K extends Kind> = (value: unknown, field: FieldOf<K>, language: Language) => string

const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const named = (value: unknown, { shows = 'name' }: { shows?: string }) => plain(isRow(value) ? value[shows] : undefined)
const rows = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [])

/** A value as plain words: what a search in the browser looks at, and what a cell shows where words are all there is. */
const texts: { [K in Kind]: Write<K> } = {
  text: plain,
  textarea: plain,
  email: plain,
  password: () => '',
  link: plain,
  number: (value, { levels }, language) =>
    levels?.find(({ from }) => Number(plain(value) || Number.NaN) >= from)?.label[language] ?? plain(value),
  switch: (value, field, language) => (typeof value === 'boolean' ? switchLabel(field, value, language) : ''),
  date: (value, { format }, language) => formatDate(plain(value), format, language),
  moment: (value, { format }, language) => formatDate(plain(value), format, language),
  choice: (value, _field, language) => {
    const words: Record<string, string> = stringsOf(language).words
    return words[plain(value)] ?? plain(value)
  },
  select: named,
  multiselect: (value, field) =>
    rows(value)
      .map((row) => named(row, field))
      .join(', '),
  tags: (value, { separator }) => plain(value).split(separator).join(', '),
  file: (value) => named(value, {}),
  richtext: (value) => plain(value).replace(/<[^>]*>/g, ' '),
  document: () => '',
  repeater: (value) => (rows(value).length > 0 ? String(rows(value).length) : ''),
}

/** A value as its column shows it: the part that is meant of it, or what stands there when it is empty. */
export function cellText(field: Field, value: unknown, language: Language): string {
  // The table is exhaustive, which the compiler cannot follow through the union.
  const text = (texts[field.kind] as Write<Kind>)(partOf(value, field), field, language)
  return text === '' ? (field.tableDefault?.[language] ?? '') : text
}

const partOf = (value: unknown, { rootValue }: Field) =>
  rootValue === undefined
    ? value
    : rootValue.split('.').reduce<unknown>((part, name) => (isRow(part) ? part[name] : undefined), value)

export const isRow = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
