import type { Delta, Footnote } from './delta.ts'

/** Whether a value of unknown origin has the parts of a Delta; what they contain is checked when it is saved. */
export const isDelta = (value: unknown): value is Delta =>
  typeof value === 'object' &&
  value !== null &&
  ['content', 'footnotes', 'annotations'].every(
    (part) => part in value && Array.isArray(value[part as keyof typeof value]),
  )

/** The file ids of the pictures in a text, each once. */
export const pictureFilesOf = ({ content }: Delta): number[] => [
  ...new Set(
    content.flatMap(({ insert }) => (typeof insert !== 'string' && 'picture' in insert ? insert.picture.file : [])),
  ),
]

/** The keys of the footnotes in the order of the text, as often as the text refers to them. */
export const footnoteKeysOf = ({ content }: Delta): string[] =>
  content.flatMap(({ insert }) => (typeof insert !== 'string' && 'footnote' in insert ? insert.footnote : []))

/** The text as it is stored: footnotes in the order of the text, then those that it does not refer to. */
export function withOrderedNotes(text: Delta): Delta {
  const places = new Map(footnoteKeysOf(text).map((key, index) => [key, index]))
  const placeOf = ({ key }: Footnote) => places.get(key) ?? places.size
  return { ...text, footnotes: text.footnotes.toSorted((one, other) => placeOf(one) - placeOf(other)) }
}
