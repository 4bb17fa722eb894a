import { expect, test } from 'vitest'
import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { allEndpoints } from './allEndpoints.ts'

/** A JSON Schema as zod generates it. */
type Schema = {
  type?: string
  enum?: unknown
  const?: unknown
  not?: unknown
  format?: string
  maxLength?: number
  maximum?: number
  maxItems?: number
  maxProperties?: number
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  anyOf?: Schema[]
}

/** Formats whose pattern allows one length only. */
const fixedLength = new Set(['date', 'uuid'])

/** By type: whether a value of the schema has a maximum, and the schemas inside it. */
const walkers: Record<string, (schema: Schema) => { bounded: boolean; inner?: Record<string, Schema> }> = {
  boolean: () => ({ bounded: true }),
  null: () => ({ bounded: true }),
  string: ({ maxLength, format = '' }) => ({ bounded: maxLength !== undefined || fixedLength.has(format) }),
  // Without a maximum of its own, an integer has that of JavaScript.
  integer: ({ maximum = Infinity }) => ({ bounded: maximum < Number.MAX_SAFE_INTEGER }),
  number: ({ maximum = Infinity }) => ({ bounded: maximum < Number.MAX_SAFE_INTEGER }),
  array: ({ maxItems, items = {} }) => ({ bounded: maxItems !== undefined, inner: { '[]': items } }),
  object: ({ properties = {}, additionalProperties = {}, propertyNames, maxProperties }) =>
    typeof additionalProperties === 'boolean'
      ? { bounded: !additionalProperties, inner: properties }
      : {
          bounded: maxProperties !== undefined,
          inner: { ...properties, '{}': additionalProperties, '{key}': propertyNames ?? {} },
        },
}

/** The paths of a schema at which a value of any size is accepted. */
function unboundedIn(schema: Schema, path: string): string[] {
  if (schema.enum !== undefined || schema.const !== undefined || schema.not !== undefined) return []
  if (schema.anyOf) return schema.anyOf.flatMap((one) => unboundedIn(one, path))
  const { bounded, inner = {} } = walkers[schema.type ?? '']?.(schema) ?? { bounded: false }
  const within = Object.entries(inner).flatMap(([name, one]) => unboundedIn(one, `${path}.${name}`))
  return bounded ? within : [path, ...within]
}

/** The bytes of the largest valid JSON of a schema: a letter of Thaana has three bytes in UTF-8. */
function largestOf({ anyOf, enum: choices, type, ...schema }: Schema): number {
  if (anyOf) return Math.max(...anyOf.map(largestOf))
  if (Array.isArray(choices)) return Math.max(...choices.map((choice) => JSON.stringify(choice).length))
  if (type === 'string') return (schema.format === 'base64' ? 1 : 3) * (schema.maxLength ?? 36) + 2
  if (type === 'array') return (schema.maxItems ?? 0) * (largestOf(schema.items ?? {}) + 1) + 2
  if (type !== 'object') return 20
  const { properties = {}, additionalProperties, propertyNames = {}, maxProperties = 0 } = schema
  const named = Object.entries(properties).map(([name, inner]) => name.length + 4 + largestOf(inner))
  const free =
    typeof additionalProperties === 'object' ? largestOf(propertyNames) + largestOf(additionalProperties) + 2 : 0
  return named.reduce((sum, bytes) => sum + bytes, 2) + maxProperties * free
}

test('the largest valid input of an endpoint fits its body limit, judgments aside', () => {
  const tooLarge = allEndpoints.filter(([, { input, bodyBytes = limits.request.body_bytes }]) => {
    const largest = largestOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema)
    return largest > bodyBytes && bodyBytes !== limits.request.document_bytes
  })
  expect(tooLarge.map(([path]) => path)).toEqual([])
})

test('only endpoints that take a picture or a text have a larger body limit', () => {
  const larger = allEndpoints.flatMap(([path, { bodyBytes }]) =>
    bodyBytes !== undefined && bodyBytes > limits.request.body_bytes ? [path] : [],
  )
  const saves = (name: string) => ['create', 'update', 'partialUpdate'].map((action) => `${name}/${action}`)
  expect(larger.sort()).toEqual(
    [
      'auth/profile/avatar',
      ...saves('phrases'),
      ...saves('dynamicPages'),
      ...saves('caseFiles'),
      ...saves('analysis').slice(1),
      'caseFiles/set',
      'analysis/set',
    ].sort(),
  )
})

test('every string, number, list and map of every input has a maximum', () => {
  const unbounded = allEndpoints.flatMap(([path, { input }]) =>
    unboundedIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema, path),
  )
  expect(unbounded).toEqual([])
})
