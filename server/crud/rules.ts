import type { SessionContext } from '#server/http/endpoint.ts'
import { type FieldProblem, Refusal } from '#server/http/refusal.ts'
import type { Field } from '#shared/resource/field.ts'
import { standingOf } from '#shared/resource/fieldState.ts'
import { fieldsIn, type Values } from '#shared/resource/when.ts'
import { readRow } from './find.ts'
import type { Kept } from './kept.ts'

/** Refuses what the rules of the form would not have let anybody send: the same rules, over the record as it would be. */
export async function refuseAgainstRules({ db }: SessionContext, kept: Kept, id: number | undefined, given: Values) {
  const ruled = Object.entries(kept.resource.fields).filter(([, field]) => field.rules !== undefined)
  if (ruled.length === 0) return
  const asked = new Set(ruled.flatMap(([name, field]) => [name, ...fieldsIn(field.rules)]))
  const before = id === undefined ? undefined : await readRow(db, kept, id, [...asked])
  const wrong = problems(ruled, given, { ...before, ...given })
  if (Object.keys(wrong).length > 0) throw new Refusal('invalid', { fields: wrong })
}

/** What is wrong with each of these fields, when some values are given and the record would hold all of them. */
function problems(ruled: [string, Field][], given: Values, held: Values): Record<string, FieldProblem[]> {
  const found = ruled.flatMap(([name, field]) => {
    const problem = problemOf(field, given[name], { name, held })
    return problem ? [[name, [problem]] as [string, FieldProblem[]]] : []
  })
  return Object.fromEntries(found)
}

function problemOf(
  field: Field,
  value: unknown,
  { name, held }: { name: string; held: Values },
): FieldProblem | undefined {
  const { state, required } = standingOf(field, 'open', held)
  if (state !== 'open') return isEmpty(value) ? undefined : { code: 'closed' }
  return required && isEmpty(held[name]) ? { code: 'required' } : undefined
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
