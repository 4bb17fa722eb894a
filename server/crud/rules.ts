import type { SessionContext } from '#server/endpoint/context.ts'
import { type FieldProblem, ApiError } from '#server/endpoint/apiError.ts'
import type { Row } from '#shared/calls/crud.ts'
import { isEmpty } from '#shared/resource/empty.ts'
import type { Field, FieldOf } from '#shared/resource/field.ts'
import { type FieldState, type Mode, statusOf, stateInRow } from '#shared/resource/fieldState.ts'
import { fieldsOfRules, type Values } from '#shared/resource/rules.ts'
import { findExceededBounds } from './upperBoundRules.ts'
import { readRow } from './find.ts'
import type { ResourceConfig } from './resourceConfig.ts'
import { problemsInTexts } from './textNotes.ts'

type Fields = Record<string, Field>
type Problems = Record<string, FieldProblem[]>

/**
 * Applies the rules of the form and of its texts to the record as it would be saved; `stored` is the locked record with some
 * of its fields, undefined for a new one. Throws `invalid` with every violation.
 */
export async function checkRules(
  { db, session: { abilities } }: SessionContext,
  config: ResourceConfig,
  stored: Row | undefined,
  input: Values,
) {
  const { fields } = config.resource
  const missing = stored ? fieldsToRead(fields, input).filter((name) => !(name in stored)) : []
  const before =
    stored && missing.length > 0 ? { ...stored, ...(await readRow(db, config, stored.id, missing)) } : (stored ?? {})
  const mode = stored ? 'Update' : 'Create'
  const violations = {
    ...findViolations(fields, { input, before, mode, abilities }),
    ...problemsInTexts(fields, input),
  }
  if (Object.keys(violations).length > 0) throw new ApiError('invalid', { fields: violations })
}

/**
 * The fields that the rules read from the stored record: fields with rules, their inputs, compared fields, repeaters with
 * rules. The text of a judgment has megabytes, and no rule requires it.
 */
function fieldsToRead(fields: Fields, input: Values): string[] {
  const names = Object.entries(fields).flatMap(([name, field]) => {
    const own =
      field.rules === undefined ? [] : [...(field.kind === 'document' ? [] : [name]), ...fieldsOfRules(field.rules)]
    const { atMost } = field
    const compared = atMost !== undefined && (input[name] ?? input[atMost]) !== undefined ? [name, atMost] : []
    return [...(input[name] !== undefined && hasRuledRows(field) ? [name] : []), ...own, ...compared]
  })
  return [...new Set(names)]
}

const hasRuledRows = (field: Field) =>
  field.kind === 'repeater' && Object.values(field.fields).some(({ rules, atMost }) => (rules ?? atMost) !== undefined)

type RuleInput = { input: Values; before: Values; mode: Mode; abilities: readonly string[] }

/** The violations of a save by form path: `email`, `case_numbers.1.number`. */
export function findViolations(fields: Fields, { input, before, mode, abilities }: RuleInput): Problems {
  const stateOfInner = (field: Field) => stateInRow(field, mode, abilities)
  // Permissions on the record's own fields were checked before.
  const own = fieldProblems(fields, { input, values: { ...before, ...input }, stateOf: () => 'open' })
  const inner = Object.entries(fields).map(([name, field]) =>
    field.kind === 'repeater' ? problemsInRows(name, field, { input, before, stateOfInner }) : {},
  )
  return Object.assign(own, ...inner) as Problems
}

type Rows = Pick<RuleInput, 'input' | 'before'> & { stateOfInner: (field: Field) => FieldState }
type RepeaterRow = Values & { id?: number }

/** The rules of a repeater row read that row alone. Fields that are missing in the input keep their stored value. */
function problemsInRows(name: string, { fields }: FieldOf<'repeater'>, { input, before, stateOfInner }: Rows) {
  const storedRows = new Map(rowsOf(before[name]).map((row) => [row.id, row]))
  const found = rowsOf(input[name]).map((row, index) => {
    const values = { ...(row.id !== undefined && storedRows.get(row.id)), ...row }
    const violations = fieldProblems(fields, { input: row, values, stateOf: stateOfInner })
    return Object.fromEntries(
      Object.entries(violations).map(([inner, problems]) => [`${name}.${index}.${inner}`, problems]),
    )
  })
  return Object.assign({}, ...found) as Problems
}

const rowsOf = (rows: unknown): RepeaterRow[] => (Array.isArray(rows) ? (rows as RepeaterRow[]) : [])

type FieldValues = { input: Values; values: Values; stateOf: (field: Field) => FieldState }

/** The violations of each field. `input` are the values of the request, `values` those of the record after the save. */
function fieldProblems(fields: Fields, { input, values, stateOf }: FieldValues): Problems {
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const { state, required } = statusOf(field, stateOf(field), values)
    const isClosed = state !== 'open' && !isEmpty(input[name])
    // A field that is always required is checked by the schema of the input.
    const isMissing = required && field.rules !== undefined && isEmpty(values[name])
    const problem: FieldProblem | undefined = isClosed
      ? { code: 'closed' }
      : isMissing
        ? { code: 'required' }
        : undefined
    return problem ? [[name, [problem]] as [string, FieldProblem[]]] : []
  })
  return { ...findExceededBounds(fields, input, values), ...Object.fromEntries(found) }
}
