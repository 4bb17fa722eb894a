/** The parts of JSON Schema by which zod describes strings, whole numbers, lists and objects that are strict. */
type JsonSchema = {
  type?: unknown
  anyOf?: unknown
  enum?: unknown
  const?: unknown
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  items?: unknown
  maxItems?: number
  properties?: Record<string, unknown>
  required?: readonly string[]
}

type Check = (value: unknown) => boolean

/**
 * Compiles a schema to a function that says whether a value is valid, without what is wrong with it. A text of 25,000
 * operations takes zod 200 ms and a compiled schema 10 ms. Throws for a type that it does not know, and for a part without a
 * bound.
 */
export function compileSchema({ anyOf, enum: choices, const: only, ...schema }: JsonSchema): Check {
  if (Array.isArray(anyOf)) {
    const checks = anyOf.map(compilePart)
    return (value) => checks.some((check) => check(value))
  }
  if (only !== undefined) return (value) => value === only
  if (Array.isArray(choices)) return (value) => choices.includes(value)
  const compile = compilers[String(schema.type)]
  if (!compile) throw new Error(`a schema has the type ${String(schema.type)}: compileSchema.ts lacks it`)
  return compile(schema)
}

const compilePart = (schema: unknown) => compileSchema(schema as JsonSchema)

/** A part that the type of a schema needs: without it every value would be refused, or any one accepted. */
function partOf<Name extends keyof JsonSchema>(schema: JsonSchema, name: Name): NonNullable<JsonSchema[Name]> {
  const part = schema[name]
  if (part === undefined || part === null) throw new Error(`a schema of the type ${String(schema.type)} has no ${name}`)
  return part
}

const compilers: Record<string, ((schema: JsonSchema) => Check) | undefined> = {
  string(schema) {
    const { minLength = 0, pattern } = schema
    const maxLength = partOf(schema, 'maxLength')
    const form = pattern === undefined ? undefined : new RegExp(pattern)
    const fits = ({ length }: string) => length >= minLength && length <= maxLength
    return (value) => typeof value === 'string' && fits(value) && (form === undefined || form.test(value))
  },
  integer(schema) {
    const [minimum, maximum] = [partOf(schema, 'minimum'), partOf(schema, 'maximum')]
    return (value) => typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum
  },
  array(schema) {
    const check = compilePart(schema.items)
    const maxItems = partOf(schema, 'maxItems')
    return (value) => Array.isArray(value) && value.length <= maxItems && value.every(check)
  },
  object(schema) {
    const { required = [] } = schema
    const checks = new Map(
      Object.entries(partOf(schema, 'properties')).map(([name, inner]) => [name, compilePart(inner)]),
    )
    const isKnown = ([name, value]: [string, unknown]) => checks.get(name)?.(value) === true
    return (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      required.every((name) => Object.hasOwn(value, name)) &&
      Object.entries(value).every(isKnown)
  },
}
