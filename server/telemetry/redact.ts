import { codeOf } from '#server/config/errorCode.ts'

/** Fields whose values are never logged, at any depth and in any case. A closed list: a test logs a secret under each. */
const secretFields =
  /^(authorization|(set-)?cookie|\w*password\w*|\w*token\w*|\w*secret\w*|\w*_key|\w*hash|code|recovery_codes?|passkey|\w*otp|ref|\w*reference|query(string)?|link|signature)$/i

const deepest = 6
const censored = '[redacted]'

/** The object with the values of secret fields replaced. An error keeps its type: `serializeError` reads it. */
export function redactFields(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (depth > deepest) return censored
  if (Array.isArray(value)) return value.map((one) => redactFields(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, secretFields.test(key) ? censored : redactFields(one, depth + 1)]),
  )
}

/** What is secret inside a text, such as the message of a library: pattern → replacement. */
const secretTexts: readonly [RegExp, string][] = [
  [/\bBearer\s+[^\s"'\\]+/gi, 'Bearer …'],
  // JWT
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…'],
  // A personal API token.
  [/\bhukum_pat_\w+/g, '…'],
  // The query of a URL, which may name persons or be a reference of a password reset.
  [/\?[\w%.[\]-]+=[^\s"'\\)]*/g, '?…'],
  // A signed file link; a stored file has a shorter folder there.
  [/\/files\/[\w-]{20,}/g, '/files/…'],
  // The name and the password in a URL, such as that of the database.
  [/:\/\/[^\s:@/"']+:[^\s@/"']+@/g, '://…@'],
]

export const redactText = (text: string) =>
  secretTexts.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text)

/** What is logged of an error: what names the fault, and never the details of PostgreSQL, which quote rows. */
const loggedProperties = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const

export function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const all = error as Error & Record<string, unknown>
  const named = loggedProperties.flatMap((name) => (typeof all[name] === 'string' ? [[name, all[name]] as const] : []))
  return {
    type: error.constructor.name,
    message: withoutValues(error, error.message),
    stack: withoutValues(error, error.stack ?? ''),
    ...Object.fromEntries(named),
    ...(error.cause instanceof Error && { cause: serializeError(error.cause) }),
  }
}

/** SQLSTATE class 22, data exception: the message quotes the value. */
const withoutValues = (error: Error, text: string) =>
  /^22...$/.test(codeOf(error) ?? '') ? text.replace(/"[^"\n]*"/g, '"…"') : text
