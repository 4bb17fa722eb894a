/**
 * The rules of a field, as the specification writes them: pipe-separated, and those that end in `_if` name a field and
 * values. `required_if:court,1,2|hidden_if:title,!|readOnly_if:number,2013%`: a value that begins with `!` is negated,
 * `%` stands for any beginning or end, and an empty value is an empty field.
 */
export type Values = Record<string, unknown>

const marks = ['required', 'disabled', 'readOnly', 'hidden'] as const
export type Mark = (typeof marks)[number]
export type Marks = Record<Mark, boolean>

const none: Marks = { required: false, disabled: false, readOnly: false, hidden: false }

/** What the rules make of their field while the form holds these values. */
export function marksOf(rules: string | undefined, values: Values): Marks {
  if (rules === undefined) return none
  const held = { ...none }
  for (const { mark, field, wanted } of rulesIn(rules))
    if (field === undefined || matches(wanted, textsOf(values[field]))) held[mark] = true
  return held
}

/** The fields that the rules ask about. */
export const fieldsIn = (rules: string | undefined) =>
  rules === undefined ? [] : rulesIn(rules).flatMap(({ field }) => field ?? [])

type Rule = { mark: Mark; field?: string; wanted: readonly string[] }

function rulesIn(rules: string): Rule[] {
  return rules.split('|').map((rule) => {
    const [name = '', ...about] = rule.split(':')
    const mark = marks.find((known) => name === known || name === `${known}_if`)
    if (!mark) throw new Error(`there is no rule ${name}: see shared/resource/when.ts`)
    const [field, ...wanted] = about.join(':').split(',')
    return name === mark || field === undefined ? { mark, wanted: [] } : { mark, field, wanted }
  })
}

/** Some of the values that are wanted, and none of those that are not. */
function matches(wanted: readonly string[], texts: readonly string[]) {
  const refused = wanted.filter((value) => value.startsWith('!')).map((value) => value.slice(1))
  const sought = wanted.filter((value) => !value.startsWith('!'))
  const holds = (value: string) => texts.some((text) => isLike(text, value))
  return (sought.length === 0 || sought.some(holds)) && !refused.some(holds)
}

function isLike(text: string, value: string) {
  const inner = value.replace(/^%|%$/g, '')
  if (value.length > 1 && value.startsWith('%') && value.endsWith('%')) return text.includes(inner)
  if (value.startsWith('%')) return text.endsWith(inner)
  return value.endsWith('%') ? text.startsWith(inner) : text === value
}

/** A value as the rules compare it: a chosen row by its id, several by each of theirs. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [''] : value.flatMap(textsOf)
  if (value === null || value === undefined) return ['']
  if (typeof value === 'object') return 'id' in value ? textsOf(value.id) : ['?']
  return typeof value === 'string' ? [value] : [JSON.stringify(value)]
}
