import type { FieldProblem } from '#server/endpoint/apiError.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { footnoteKeysOf, isDelta } from '#shared/delta/inspect.ts'
import type { FieldCode } from '#shared/messages.ts'
import type { Field } from '#shared/resource/field.ts'

/** The footnotes and annotations of the judgment texts in a request that do not agree with their text, by field. */
export function problemsInTexts(
  fields: Record<string, Field>,
  input: Record<string, unknown>,
): Record<string, FieldProblem[]> {
  const found = Object.entries(fields).map(([name, { kind }]): [string, FieldProblem[]] => {
    const value = input[name]
    return [name, kind === 'document' && isDelta(value) ? problemsIn(value) : []]
  })
  return Object.fromEntries(found.filter(([, problems]) => problems.length > 0))
}

/** A footnote is named by its number, which is its place in the text, because keys are not shown to users. */
function problemsIn(text: Delta): FieldProblem[] {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [index, key] of footnoteKeysOf(text).entries())
    if (places.has(key)) repeated.add(key)
    else places.set(key, index + 1)

  const footnotes = new Set<string>()
  for (const { key } of text.footnotes)
    if (footnotes.has(key) && places.has(key)) repeated.add(key)
    else footnotes.add(key)

  const annotations = new Set(text.annotations.map(({ key }) => key))
  const numbered = (keys: Iterable<string>, code: FieldCode) =>
    Array.from(keys, (key) => ({ code, values: { number: places.get(key) ?? 0 } }))
  return [
    ...numbered(
      [...places.keys()].filter((key) => !footnotes.has(key)),
      'footnote-missing',
    ),
    ...numbered(repeated, 'footnote-twice'),
    ...(annotatedKeys(text).every((key) => annotations.has(key)) ? [] : [{ code: 'annotation-missing' as const }]),
    ...(annotations.size < text.annotations.length ? [{ code: 'annotation-twice' as const }] : []),
  ]
}

const annotatedKeys = ({ content }: Delta) => content.flatMap(({ attributes }) => attributes?.annotation ?? [])
