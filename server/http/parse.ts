import type { z } from 'zod'
import { type FieldProblem, ApiError } from '#server/endpoint/apiError.ts'
import { type FieldCode, fieldMessages } from '#shared/messages.ts'

/** The body as the call wants it. Throws one refusal that names every field that is wrong, not only the first. */
export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body, { reportInput: true })
  const letters = findBadLetters(body)
  if (result.success && letters.length === 0) return result.data

  const fields: Record<string, FieldProblem[]> = {}
  for (const [field, problem] of [...(result.error?.issues ?? []).flatMap(problemsOf), ...letters])
    (fields[field] ??= []).push(problem)
  throw new ApiError('invalid', { fields })
}

type Named = [field: string, problem: FieldProblem]

function problemsOf(issue: z.core.$ZodIssue): Named[] {
  const field = issue.path.join('.') || 'body'
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [[...issue.path, key].join('.'), { code: 'unknown-field' }])
  return [[field, problemOf(issue)]]
}

/** Nothing at all, where something of a kind is asked for. */
const isMissing = ({ input }: z.core.$ZodIssue) => input === undefined || input === null || input === ''

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return { code: isMissing(issue) ? 'required' : 'wrong-kind' }
    case 'too_big':
      return { code: sizeCodes[issue.origin]?.[1] ?? 'too-big', values: { maximum: String(issue.maximum) } }
    case 'too_small':
      // An empty text is one that was not filled in.
      if (issue.origin === 'string' && issue.minimum === 1) return { code: 'required' }
      return { code: sizeCodes[issue.origin]?.[0] ?? 'too-small', values: { minimum: String(issue.minimum) } }
    case 'invalid_format':
      return { code: issue.format === 'email' ? 'email' : 'format' }
    case 'invalid_value':
      return { code: isMissing(issue) ? 'required' : 'not-a-choice' }
    case 'custom':
      return issue.message in fieldMessages
        ? { code: issue.message as FieldCode, values: issue.params ?? {} }
        : { code: 'wrong-kind' }
    default:
      return { code: 'wrong-kind' }
  }
}

const sizeCodes: Record<string, [small: FieldCode, big: FieldCode]> = {
  string: ['too-short', 'too-long'],
  array: ['too-few', 'too-many'],
}

/** PostgreSQL cannot keep a NUL, and half of a surrogate pair is no letter: they are refused at the door. */
function findBadLetters(value: unknown, path = ''): Named[] {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? [[path || 'body', { code: 'bad-letters' }]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => findBadLetters(inner, path ? `${path}.${key}` : key))
}
