import type { FieldProblem } from '#server/endpoint/apiError.ts'
import type { Field } from '#shared/resource/field.ts'
import type { Values } from '#shared/resource/rules.ts'

type Comparable = number | string
type Pair = { name: string; value: Comparable; limit: string; most: Comparable }

/** Numbers and days that lie beyond what bounds them, told at whichever of the two was given, and how far it may go. */
export function problemsBeyond(fields: Record<string, Field>, given: Values, held: Values) {
  const problems = pairsBeyond(fields, held).flatMap((pair): [string, FieldProblem[]][] => {
    const place = [pair.name, pair.limit].find((name) => given[name] !== undefined)
    return place === undefined ? [] : [[place, [problemOf(pair, place)]]]
  })
  return Object.fromEntries(problems)
}

/** The farthest last: of several that one bounds, it says what is needed. */
function pairsBeyond(fields: Record<string, Field>, held: Values): Pair[] {
  const pairs = Object.entries(fields).flatMap(([name, { atMost: limit }]): Pair[] => {
    if (limit === undefined) return []
    const [value, most] = [held[name], held[limit]]
    return isComparable(value) && isComparable(most) && value > most ? [{ name, value, limit, most }] : []
  })
  return pairs.sort((one, other) => (one.value < other.value ? -1 : 1))
}

const isComparable = (value: unknown): value is Comparable =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')

function problemOf({ name, value, most }: Pair, place: string): FieldProblem {
  if (typeof value === 'string') return { code: 'range-reversed' }
  return place === name
    ? { code: 'too-big', values: { maximum: most } }
    : { code: 'too-small', values: { minimum: value } }
}
