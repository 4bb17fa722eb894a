/**
 * Conditional rules of a field in the syntax of the specification: separated by pipes; a rule that ends in `_if` names a
 * field and values. `required_if:court,1,2|hidden_if:title,!|readOnly_if:number,2013%`: a value that starts with `!` is
 * negated, `%` is a wildcard at either end, and an empty value means an empty field.
 */
export type Values = Record<string, unknown>

const effects = ['required', 'disabled', 'readOnly', 'hidden'] as const
type RuleEffect = (typeof effects)[number]
type RuleEffects = Record<RuleEffect, boolean>

const none: RuleEffects = { required: false, disabled: false, readOnly: false, hidden: false }

/** Evaluates the rules of a field for the values of the form. */
export function evaluateRules(rules: string | undefined, values: Values): RuleEffects {
  if (rules === undefined) return none
  const result = { ...none }
  for (const { effect, field, patterns } of parseRules(rules))
    if (field === undefined || matches(patterns, textsOf(values[field]))) result[effect] = true
  return result
}

/** The fields that the rules depend on. */
export const fieldsOfRules = (rules: string | undefined) =>
  rules === undefined ? [] : parseRules(rules).flatMap(({ field }) => field ?? [])

type Rule = { effect: RuleEffect; field?: string; patterns: readonly string[] }

function parseRules(rules: string): Rule[] {
  return rules.split('|').map((rule) => {
    const [name = '', ...condition] = rule.split(':')
    const effect = effects.find((candidate) => name === candidate || name === `${candidate}_if`)
    if (!effect) throw new Error(`unknown rule ${name}: see shared/resource/rules.ts`)
    const [field, ...patterns] = condition.join(':').split(',')
    return name === effect || field === undefined ? { effect, patterns: [] } : { effect, field, patterns }
  })
}

/** True when a text matches one of the accepted values, if any, and none of the rejected ones. */
function matches(patterns: readonly string[], texts: readonly string[]) {
  const rejected = patterns.filter((value) => value.startsWith('!')).map((value) => value.slice(1))
  const accepted = patterns.filter((value) => !value.startsWith('!'))
  const isMatch = (value: string) => texts.some((text) => isLike(text, value))
  return (accepted.length === 0 || accepted.some(isMatch)) && !rejected.some(isMatch)
}

function isLike(text: string, value: string) {
  const inner = value.replace(/^%|%$/g, '')
  if (value.length > 1 && value.startsWith('%') && value.endsWith('%')) return text.includes(inner)
  if (value.startsWith('%')) return text.endsWith(inner)
  return value.endsWith('%') ? text.startsWith(inner) : text === value
}

/** The texts of a value for comparison: a chosen row by its id, a list by each of its items. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [''] : value.flatMap(textsOf)
  if (value === null || value === undefined) return ['']
  if (typeof value === 'object') return 'id' in value ? textsOf(value.id) : ['?']
  return typeof value === 'string' ? [value] : [JSON.stringify(value)]
}
