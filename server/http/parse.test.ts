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
