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
