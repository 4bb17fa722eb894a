/** A JSON Schema as zod generates it, as far as examples need it. */
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

/** Example values by field name, where the schema alone does not make a valid call. */
const exampleByName: Record<string, unknown> = {
  outline: 'a'.repeat(16),
  hidden_key: 'a'.repeat(64),
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

/** The smallest valid value of a schema: required fields only. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (name in exampleByName) return exampleByName[name]
  if (schema.const !== undefined) return schema.const
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, name)
  return exampleByType[schema.type ?? '']?.(schema) ?? null
}

const exampleByType: Record<string, (schema: Schema) => unknown> = {
  object: ({ properties = {}, required = [] }) =>
    Object.fromEntries(
      exampleFields(Object.keys(properties), required).flatMap((name): [string, unknown][] => {
        const value = exampleOf(properties[name] ?? {}, name)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  array: ({ items = {}, minItems = 1 }) => Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items)),
  string: ({ format }) => exampleByFormat[format ?? ''] ?? 'text',
  integer: ({ minimum = 1 }) => Math.max(1, minimum),
  number: ({ minimum = 1 }) => Math.max(1, minimum),
  boolean: () => true,
}

/** A save with only `id` and `version` saves nothing, so its example shows the first field too. */
function exampleFields(names: readonly string[], required: readonly string[]) {
  const fields = names.filter((name) => !identifyingFields.has(name))
  const isSave =
    names.length - fields.length === identifyingFields.size && required.every((name) => identifyingFields.has(name))
  return isSave ? [...required, ...fields.slice(0, 1)] : required
}

const identifyingFields = new Set(['id', 'version'])

const exampleByFormat: Record<string, string> = {
  email: 'reader@hukum.test',
  date: '2021-03-02',
  uuid: '7d4f2a6e-3f0b-4b1e-9a51-2f6c8f1f9d10',
  uri: 'https://hukum.test/',
}
