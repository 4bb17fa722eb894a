import type { FieldProblem } from '#server/endpoint/apiError.ts'
import type { Field, Label } from '#shared/resource/field.ts'
import type { Values } from '#shared/resource/rules.ts'

type Comparable = number | string
type ExceededBound = { name: string; value: Comparable; limitField: string; limit: Comparable; labels: Labels }
type Labels = { lower: Label; upper: Label }

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
  const bounds = Object.entries(fields).flatMap(([name, { atMost: limitField, label: lower }]): ExceededBound[] => {
    const upper = limitField === undefined ? undefined : fields[limitField]?.label
    if (limitField === undefined || !upper) return []
    const [value, limit] = [values[name], values[limitField]]
    const isExceeded = isComparable(value) && isComparable(limit) && value > limit
    return isExceeded ? [{ name, value, limitField, limit, labels: { lower, upper } }] : []
  })
  return bounds.sort((one, other) => (one.value < other.value ? -1 : 1))
}

const isComparable = (value: unknown): value is Comparable =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

function problemOf({ name, value, limit, labels }: ExceededBound, path: string): FieldProblem {
  if (typeof value === 'string') return { code: 'days-reversed', values: labels }
  return path === name
    ? { code: 'too-big', values: { maximum: limit } }
    : { code: 'too-small', values: { minimum: value } }
}
