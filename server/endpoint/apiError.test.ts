import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { ApiError, pageOutOfRange, tooMany } from './apiError.ts'

test('an error is answered in the language of the client, with its code and every field', () => {
  const error = new ApiError('invalid', {
    fields: { name: [{ code: 'required' }, { code: 'too-long', values: { maximum: 5 } }] },
    extraPayload: { pages: 3 },
  })
  expect(error.status).toBe(400)
  expect(error.toAnswer('en')).toEqual({
    Status: 'error',
    Message: 'Please check what was entered.',
    code: 'invalid',
    payload: { errors: { name: ['This field is required.', 'At most 5 characters.'] }, pages: 3 },
  })
  expect(error.toAnswer('dv').Message).toMatch(/^\p{Script=Thaana}/u)
  expect(error.message).toBe('invalid')
})

test('an error without details has no field and no wait', () => {
  const error = new ApiError('not-allowed')
  expect(error.toAnswer('en').payload).toEqual({ errors: {} })
  expect(error.retryAfterSeconds).toBeUndefined()
})

test('an answer lists the first of many invalid fields and problems, with the beginning of a long name', () => {
  const { listed_errors, field_letters } = limits.request
  const problems = Array.from({ length: listed_errors + 1 }, () => ({ code: 'required' as const }))
  const names = problems.map((_, index) => `${index}_`.padEnd(field_letters + 1, 'x'))
  const fields = Object.fromEntries(names.map((name) => [name, problems]))
  const { errors } = new ApiError('invalid', { fields }).toAnswer('en').payload
  expect(Object.keys(errors)).toEqual(names.slice(0, listed_errors).map((name) => name.slice(0, field_letters)))
  expect(errors['0_'.padEnd(field_letters, 'x')]).toHaveLength(listed_errors)
})

test('a name that is cut within a character is still text', () => {
  const name = `${'x'.repeat(limits.request.field_letters - 1)}🌊`
  const { errors } = new ApiError('invalid', { fields: { [name]: [{ code: 'required' }] } }).toAnswer('en').payload
  expect(Object.keys(errors)[0]?.isWellFormed()).toBe(true)
})

test('a client that has called too often waits for whole seconds, at least one', () => {
  expect([0, 0.2, 1, 1.2, 44.5].map((seconds) => tooMany(seconds).retryAfterSeconds)).toEqual([1, 1, 1, 2, 45])
  expect(tooMany(45).toAnswer('en').Message).toContain('45 seconds')
})

test('a service that is not available is asked again after some seconds, or when it says', () => {
  expect(new ApiError('unavailable').retryAfterSeconds).toBe(limits.request.retry_after_seconds)
  expect(new ApiError('unavailable', { retryAfterSeconds: 30 }).retryAfterSeconds).toBe(30)
})

test('a page past the last one is refused at its field, with the number of pages', () => {
  const { Message, payload } = pageOutOfRange(7, { total: 70 }).toAnswer('en')
  expect(Message).toContain('7')
  expect(payload).toEqual({ errors: { Page: [expect.stringContaining('7')] }, total: 70 })
})
