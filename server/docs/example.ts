/** A JSON Schema as zod writes it, as far as an example of it needs to be known. */
export type Schema = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  format?: string
  minimum?: number
  minItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  anyOf?: readonly Schema[]
}

/** What a field of this name is given, where its schema alone would not make a call that can be made. */
const byName: Record<string, unknown> = {
  Password: 'eleven quiet islands',
  Password_confirmation: 'eleven quiet islands',
  // A picture of one pixel.
  Image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  Query: 'contract',
  SearchQuery: 'court',
  CaseNumber: '2013/HC-A/80',
  Route: 'faq',
  Reference: 'Hukum2A3bcdE',
  reference: 'A'.repeat(43),
  EmailReference: 'A'.repeat(43),
  ref: 'A'.repeat(43),
  otp: '123456',
  EmailOtp: '123456',
  socket_id: '1.1',
  channel_name: 'private-User.1',
  Columns: undefined,
  Sort: undefined,
  name: 'A name',
  route: 'about',
}

/** The smallest value that a schema takes: what must be there, and nothing else. Optional fields of a call stay away. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (name in byName) return byName[name]
  if (schema.const !== undefined) return schema.const
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, name)
  return makers[schema.type ?? '']?.(schema) ?? null
}

const makers: Record<string, (schema: Schema) => unknown> = {
  object: ({ properties = {}, required = [] }) =>
    Object.fromEntries(
      shownOf(Object.keys(properties), required).flatMap((name): [string, unknown][] => {
        const value = exampleOf(properties[name] ?? {}, name)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  array: ({ items = {}, minItems = 1 }) => Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items)),
  string: ({ format }) => byFormat[format ?? ''] ?? 'text',
  integer: ({ minimum = 1 }) => Math.max(1, minimum),
  number: ({ minimum = 1 }) => Math.max(1, minimum),
  boolean: () => true,
}

/** A save that names nothing but its row saves nothing: its first field is shown too. */
function shownOf(names: readonly string[], required: readonly string[]) {
  const fields = names.filter((name) => !naming.has(name))
  const isSave = names.length - fields.length === naming.size && required.every((name) => naming.has(name))
  return isSave ? [...required, ...fields.slice(0, 1)] : required
}

const naming = new Set(['id', 'version'])

const byFormat: Record<string, string> = {
  email: 'reader@hukum.test',
  date: '2021-03-02',
  uuid: '7d4f2a6e-3f0b-4b1e-9a51-2f6c8f1f9d10',
  uri: 'https://hukum.test/',
}
