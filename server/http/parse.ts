import type { z } from 'zod'
import { type FieldProblem, ApiError } from '#server/endpoint/apiError.ts'
import { limits } from '#shared/limits.ts'
import { type FieldCode, fieldMessages } from '#shared/messages.ts'

/** Parses the body by the schema of the endpoint. Throws one error with every invalid field, not only the first. */
export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body, { reportInput: true })
  const invalidCharacters = hasInvalidCharacters(body) ? findInvalidCharacters(body) : []
  if (result.success && invalidCharacters.length === 0) return result.data

  const listed = (result.error?.issues ?? []).slice(0, limits.request.listed_errors)
  const issues = listed.filter((issue) => !listed.some((other) => isCloserBound(other, issue)))
  // The client chooses the names of unknown fields: `__proto__` is one like any other.
  const fields = Map.groupBy([...issues.flatMap(problemsOf), ...invalidCharacters], ([field]) => field)
  throw new ApiError('invalid', {
    fields: Object.fromEntries([...fields].map(([field, problems]) => [field, problems.map(([, problem]) => problem)])),
  })
}

/** An integer has bounds of its own next to those of its field. */
function isCloserBound(one: z.core.$ZodIssue, other: z.core.$ZodIssue) {
  if (one.path.join('.') !== other.path.join('.')) return false
  if (one.code === 'too_big' && other.code === 'too_big') return one.maximum < other.maximum
  return one.code === 'too_small' && other.code === 'too_small' && one.minimum > other.minimum
}

type FieldIssue = [field: string, problem: FieldProblem]

function problemsOf(issue: z.core.$ZodIssue): FieldIssue[] {
  const field = issue.path.join('.') || 'body'
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, limits.request.listed_errors)
      .map((key) => [[...issue.path, key].join('.'), { code: 'unknown-field' }])
  return [[field, problemOf(issue)]]
}

/** Whether the value is missing. */
const isMissing = ({ input }: z.core.$ZodIssue) => input === undefined || input === null || input === ''

function problemOf(issue: z.core.$ZodIssue): FieldProblem {
  // A schema may name the problem itself: by the message of a check.
  if (issue.code !== 'custom' && isFieldCode(issue.message)) return { code: issue.message }
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return { code: isMissing(issue) ? 'required' : 'wrong-kind' }
    case 'too_big':
      return { code: sizeCodes[issue.origin]?.[1] ?? 'too-big', values: { maximum: String(issue.maximum) } }
    case 'too_small':
      // An empty text counts as missing.
      if (issue.origin === 'string' && issue.minimum === 1) return { code: 'required' }
      return { code: sizeCodes[issue.origin]?.[0] ?? 'too-small', values: { minimum: String(issue.minimum) } }
    case 'invalid_format':
      return { code: issue.format === 'email' ? 'email' : 'format' }
    case 'invalid_value':
      return { code: isMissing(issue) ? 'required' : 'not-a-choice' }
    case 'custom':
      return isFieldCode(issue.message) ? { code: issue.message, values: issue.params ?? {} } : { code: 'wrong-kind' }
    default:
      return { code: 'wrong-kind' }
  }
}

const isFieldCode = (message: string): message is FieldCode => Object.hasOwn(fieldMessages, message)

const sizeCodes: Record<string, [small: FieldCode, big: FieldCode]> = {
  string: ['too-short', 'too-long'],
  array: ['too-few', 'too-many'],
}

const isInvalidText = (text: string) => text.includes('\0') || !text.isWellFormed()

/** The same as `findInvalidCharacters` without the paths, which a large body has many of. */
function hasInvalidCharacters(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isInvalidText(value)
  if (typeof value !== 'object' || value === null || depth === limits.request.depth) return false
  return Object.values(value).some((inner) => hasInvalidCharacters(inner, depth + 1))
}

/**
 * PostgreSQL cannot store NUL, and an unpaired surrogate is not a character: both are rejected here, as many as an answer
 * lists. What is nested deeper than any schema allows is not read: the schema rejects it.
 */
function findInvalidCharacters(value: unknown, path = '', depth = 0, found: FieldIssue[] = []): FieldIssue[] {
  if (found.length === limits.request.listed_errors) return found
  if (typeof value === 'string' && isInvalidText(value)) found.push([path || 'body', { code: 'bad-letters' }])
  if (typeof value !== 'object' || value === null || depth === limits.request.depth) return found
  for (const [key, inner] of Object.entries(value))
    findInvalidCharacters(inner, path ? `${path}.${key}` : key, depth + 1, found)
  return found
}
