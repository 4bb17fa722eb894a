import { expect, test } from 'vitest'
import { compileSchema } from './compileSchema.ts'

test.each([
  [{ type: 'string' }, 'maxLength'],
  [{ type: 'integer', minimum: 0 }, 'maximum'],
  [{ type: 'integer', maximum: 9 }, 'minimum'],
  [{ type: 'array', items: { type: 'string', maxLength: 9 } }, 'maxItems'],
  [{ type: 'object' }, 'properties'],
])('the schema %j is not compiled without its bound %s', (schema, bound) => {
  expect(() => compileSchema(schema)).toThrow(bound)
})
