import type { SessionContext } from '#server/endpoint/context.ts'
import { type FieldProblem, ApiError } from '#server/endpoint/apiError.ts'
import { isEmpty } from '#shared/resource/empty.ts'
import type { Field, FieldOf } from '#shared/resource/field.ts'
import { type FieldState, type Mode, statusOf, stateInRow } from '#shared/resource/fieldState.ts'
import { fieldsOfRules, type Values } from '#shared/resource/rules.ts'
import { problemsBeyond } from './upperBoundRules.ts'
import { readRow } from './find.ts'
import type { Kept } from './serverResource.ts'

type Fields = Record<string, Field>
type Problems = Record<string, FieldProblem[]>

/** Refuses what the rules of the form would not have let anybody send: the same rules, over the record as it would be. */
export async function refuseAgainstRules(
  { db, session: { abilities } }: SessionContext,
  kept: Kept,
  id: number | undefined,
  given: Values,
) {
  const { fields } = kept.resource
  const asked = askedOf(fields, given)
  const before = id === undefined || asked.length === 0 ? {} : ((await readRow(db, kept, id, asked)) ?? {})
  const wrong = brokenRules(fields, { given, before, mode: id === undefined ? 'Create' : 'Update', abilities })
  if (Object.keys(wrong).length > 0) throw new ApiError('invalid', { fields: wrong })
}

/** What has to be known of the record as it is: fields with rules, those they ask about, what is compared, given rows with rules. */
function askedOf(fields: Fields, given: Values): string[] {
  const asked = Object.entries(fields).flatMap(([name, field]) => {
    const own = field.rules === undefined ? [] : [name, ...fieldsOfRules(field.rules)]
    const { atMost } = field
    const compared = atMost !== undefined && (given[name] ?? given[atMost]) !== undefined ? [name, atMost] : []
    return [...(given[name] !== undefined && hasRuledRows(field) ? [name] : []), ...own, ...compared]
  })
  return [...new Set(asked)]
}

const hasRuledRows = (field: Field) =>
  field.kind === 'repeater' && Object.values(field.fields).some(({ rules, atMost }) => (rules ?? atMost) !== undefined)

type Save = { given: Values; before: Values; mode: Mode; abilities: readonly string[] }

/** What is wrong with a save, by the places of the form: `email`, `case_numbers.1.number`. */
export function brokenRules(fields: Fields, { given, before, mode, abilities }: Save): Problems {
  const stateOfInner = (field: Field) => stateInRow(field, mode, abilities)
  // Who may write the record's own fields is asked before.
  const own = problems(fields, { given, held: { ...before, ...given }, stateOf: () => 'open' })
  const inner = Object.entries(fields).map(([name, field]) =>
    field.kind === 'repeater' ? problemsInRows(name, field, { given, before, stateOfInner }) : {},
  )
  return Object.assign(own, ...inner) as Problems
}

type Rows = Pick<Save, 'given' | 'before'> & { stateOfInner: (field: Field) => FieldState }
type Entry = Values & { id?: number }

/** The rules of a row ask about that row alone. What is left out of a row that is kept stays as it is. */
function problemsInRows(name: string, { fields }: FieldOf<'repeater'>, { given, before, stateOfInner }: Rows) {
  const kept = new Map(entriesOf(before[name]).map((row) => [row.id, row]))
  const found = entriesOf(given[name]).map((row, place) => {
    const held = { ...(row.id !== undefined && kept.get(row.id)), ...row }
    const wrong = problems(fields, { given: row, held, stateOf: stateOfInner })
    return Object.fromEntries(Object.entries(wrong).map(([inner, about]) => [`${name}.${place}.${inner}`, about]))
  })
  return Object.assign({}, ...found) as Problems
}

const entriesOf = (rows: unknown): Entry[] => (Array.isArray(rows) ? (rows as Entry[]) : [])

type Judged = { given: Values; held: Values; stateOf: (field: Field) => FieldState }

/** What is wrong with each field, when some values are given and there would be all that are held. */
function problems(fields: Fields, { given, held, stateOf }: Judged): Problems {
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const { state, required } = statusOf(field, stateOf(field), held)
    const isClosed = state !== 'open' && !isEmpty(given[name])
    // What its kind alone demands is told by the shape of the input.
    const isMissing = required && field.rules !== undefined && isEmpty(held[name])
    const problem: FieldProblem | undefined = isClosed
      ? { code: 'closed' }
      : isMissing
        ? { code: 'required' }
        : undefined
    return problem ? [[name, [problem]] as [string, FieldProblem[]]] : []
  })
  return { ...problemsBeyond(fields, given, held), ...Object.fromEntries(found) }
}
