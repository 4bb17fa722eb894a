import type { FieldProblem } from '#server/endpoint/apiError.ts'
import type { Field } from '#shared/resource/field.ts'
import type { Values } from '#shared/resource/rules.ts'

type Comparable = number | string
type ExceededBound = { name: string; value: Comparable; limitField: string; limit: Comparable }

/** Numbers and days above their upper bound (`atMost`), reported at the field of the pair that the input contains. */
export function findExceededBounds(fields: Record<string, Field>, input: Values, values: Values) {
  const problems = exceededBounds(fields, values).flatMap((bound): [string, FieldProblem[]][] => {
    const path = [bound.name, bound.limitField].find((name) => input[name] !== undefined)
    return path === undefined ? [] : [[path, [problemOf(bound, path)]]]
  })
  return Object.fromEntries(problems)
}

/** Sorted by value: of several fields with the same bound, the greatest one decides the problem that is reported there. */
function exceededBounds(fields: Record<string, Field>, values: Values): ExceededBound[] {
  const bounds = Object.entries(fields).flatMap(([name, { atMost: limitField }]): ExceededBound[] => {
    if (limitField === undefined) return []
    const [value, limit] = [values[name], values[limitField]]
    return isComparable(value) && isComparable(limit) && value > limit ? [{ name, value, limitField, limit }] : []
  })
  return bounds.sort((one, other) => (one.value < other.value ? -1 : 1))
}

const isComparable = (value: unknown): value is Comparable =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

function problemOf({ name, value, limit }: ExceededBound, path: string): FieldProblem {
  if (typeof value === 'string') return { code: 'range-reversed' }
  return path === name
    ? { code: 'too-big', values: { maximum: limit } }
    : { code: 'too-small', values: { minimum: value } }
}
