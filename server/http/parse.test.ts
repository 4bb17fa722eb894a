import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ApiError } from '#server/endpoint/apiError.ts'
import { limits } from '#shared/limits.ts'
import { parse } from './parse.ts'

test('an input with more invalid characters than an answer lists is rejected with as many as it lists', () => {
  const names = Array.from({ length: limits.request.listed_errors + 50 }, () => 'a\0')
  try {
    parse(z.strictObject({ names: z.array(z.string()) }), { names })
    expect.unreachable()
  } catch (error) {
    const { fields } = error as ApiError
    expect(Object.keys(fields)).toHaveLength(limits.request.listed_errors)
    expect(fields['names.0']).toEqual([{ code: 'bad-letters' }])
  }
})

test.each([
  [1e21, 'too-big', { maximum: '5' }],
  [-1e21, 'too-small', { minimum: '-5' }],
])('the number %s beyond two bounds is rejected by the closer one alone', (id, code, values) => {
  try {
    parse(z.strictObject({ id: z.int().min(-5).max(5) }), { id })
    expect.unreachable()
  } catch (error) {
    expect((error as ApiError).fields).toEqual({ id: [{ code, values }] })
  }
})

/** The problems of a body by field. */
function problemsOf(schema: z.ZodType, body: unknown): ApiError['fields'] {
  try {
    parse(schema, body)
  } catch (error) {
    return (error as ApiError).fields
  }
  return {}
}

const text = z.strictObject({ a: z.string().min(2).max(3) })

test.each<[string, z.ZodType, unknown, object]>([
  ['a missing field', text, {}, { code: 'required' }],
  ['a field that is null', text, { a: null }, { code: 'required' }],
  ['a number that is left empty', z.strictObject({ a: z.int() }), { a: '' }, { code: 'required' }],
  ['a value of another kind', text, { a: 7 }, { code: 'wrong-kind' }],
  [
    'a value that no alternative takes',
    z.strictObject({ a: z.union([z.int(), z.boolean()]) }),
    { a: 'x' },
    { code: 'wrong-kind' },
  ],
  ['a text that is too short', text, { a: 'x' }, { code: 'too-short', values: { minimum: '2' } }],
  ['a text that is too long', text, { a: 'xxxx' }, { code: 'too-long', values: { maximum: '3' } }],
  ['an empty text that must have a letter', z.strictObject({ a: z.string().min(1) }), { a: '' }, { code: 'required' }],
  ['an empty text that must have two letters', text, { a: '' }, { code: 'too-short', values: { minimum: '2' } }],
  [
    'a list that is too short',
    z.strictObject({ a: z.array(z.int()).min(1) }),
    { a: [] },
    { code: 'too-few', values: { minimum: '1' } },
  ],
  [
    'a list that is too long',
    z.strictObject({ a: z.array(z.int()).max(1) }),
    { a: [1, 2] },
    { code: 'too-many', values: { maximum: '1' } },
  ],
  [
    'a number that is too small',
    z.strictObject({ a: z.number().min(1) }),
    { a: 0 },
    { code: 'too-small', values: { minimum: '1' } },
  ],
  ['an address that is none', z.strictObject({ a: z.email() }), { a: 'x' }, { code: 'email' }],
  ['a text of another form', z.strictObject({ a: z.string().regex(/^x$/) }), { a: 'y' }, { code: 'format' }],
  ['a missing choice', z.strictObject({ a: z.enum(['x']) }), {}, { code: 'required' }],
  ['another choice', z.strictObject({ a: z.enum(['x']) }), { a: 'y' }, { code: 'not-a-choice' }],
  [
    'a check with a problem of its own',
    z.strictObject({ a: z.string().refine(() => false, { error: 'password-short', params: { minimum: 12 } }) }),
    { a: 'y' },
    { code: 'password-short', values: { minimum: 12 } },
  ],
  [
    'a check without values',
    z.strictObject({ a: z.string().refine(() => false, 'password-common') }),
    { a: 'y' },
    { code: 'password-common', values: {} },
  ],
  [
    'a check without a problem',
    z.strictObject({ a: z.string().refine(() => false) }),
    { a: 'y' },
    { code: 'wrong-kind' },
  ],
  [
    'a form that names its problem',
    z.strictObject({ a: z.string().regex(/^x$/, 'page-route') }),
    { a: 'y' },
    { code: 'page-route' },
  ],
  ['a number that is no multiple', z.strictObject({ a: z.number().multipleOf(2) }), { a: 3 }, { code: 'wrong-kind' }],
])('%s is refused with what is wrong', (_what, schema, body, problem) => {
  expect(problemsOf(schema, body)).toEqual({ a: [problem] })
})

test('an input that is right is returned as its schema makes it', () => {
  expect(
    parse(z.strictObject({ a: z.string().transform(Number), b: z.array(z.string()) }), { a: '7', b: ['x'] }),
  ).toEqual({
    a: 7,
    b: ['x'],
  })
})

test('every wrong field is named by its path, a body that is no object as the body', () => {
  const schema = z.strictObject({ rows: z.array(z.strictObject({ name: z.string() })), id: z.int() })
  expect(problemsOf(schema, { rows: [{ name: 1 }, {}], id: 1.5 })).toEqual({
    'rows.0.name': [{ code: 'wrong-kind' }],
    'rows.1.name': [{ code: 'required' }],
    id: [{ code: 'wrong-kind' }],
  })
  expect(problemsOf(schema, 'x')).toEqual({ body: [{ code: 'wrong-kind' }] })
})

test('unknown fields are named, as many as an answer lists, also one with the name of a prototype', () => {
  const schema = z.strictObject({ inner: z.strictObject({}) })
  const unknown = JSON.parse('{"inner":{"x":1,"__proto__":2}}') as unknown
  expect(Object.entries(problemsOf(schema, unknown))).toEqual([
    ['inner.x', [{ code: 'unknown-field' }]],
    ['inner.__proto__', [{ code: 'unknown-field' }]],
  ])
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 1]))
  expect(Object.keys(problemsOf(z.strictObject({}), many))).toHaveLength(limits.request.listed_errors)
})

test('two bounds of two fields, and of both ends of one list, are reported each', () => {
  const schema = z.strictObject({ a: z.int().max(5), b: z.int().max(7), c: z.int().min(2), d: z.int().min(3) })
  expect(problemsOf(schema, { a: 9, b: 9, c: 0, d: 0 })).toEqual({
    a: [{ code: 'too-big', values: { maximum: '5' } }],
    b: [{ code: 'too-big', values: { maximum: '7' } }],
    c: [{ code: 'too-small', values: { minimum: '2' } }],
    d: [{ code: 'too-small', values: { minimum: '3' } }],
  })
})

const anything = z.any()

test.each([
  ['NUL', 'a\0b'],
  ['half of a character', 'a\ud83c'],
])('a text with %s is refused at any depth, next to every other error', (_what, bad) => {
  expect(problemsOf(anything, bad)).toEqual({ body: [{ code: 'bad-letters' }] })
  expect(problemsOf(anything, { a: [{ b: bad }, 'x', null, 7], c: bad })).toEqual({
    'a.0.b': [{ code: 'bad-letters' }],
    c: [{ code: 'bad-letters' }],
  })
  expect(problemsOf(z.strictObject({ a: z.string(), b: z.int() }), { a: bad, b: 'x' })).toEqual({
    a: [{ code: 'bad-letters' }],
    b: [{ code: 'wrong-kind' }],
  })
  expect(problemsOf(anything, { a: ['🌊', null, 7] })).toEqual({})
})

test('a text is read as deep as a schema allows, and no deeper', () => {
  const nest = (levels: number) => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 'a\0')
  expect(Object.values(problemsOf(anything, nest(limits.request.depth)))).toEqual([[{ code: 'bad-letters' }]])
  expect(problemsOf(anything, nest(limits.request.depth + 1))).toEqual({})
})
