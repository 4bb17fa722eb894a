import { expect, test } from 'vitest'
import { isUnavailable } from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('any'), { code })

test.each([
  '08006',
  '53300',
  '53100',
  '57P01',
  '57014',
  '25006',
  '55P03',
  '40001',
  '40P01',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
])('an error with the code %s means that the database is unavailable', (code) =>
  expect(isUnavailable(withCode(code))).toBe(true),
)

test.each(['23505', '42P01', '22003', '08', 'ENOENT', '57'])(
  'an error with the code %s does not mean that the database is unavailable',
  (code) => expect(isUnavailable(withCode(code))).toBe(false),
)

test('an error of the pool without a code means that the database is unavailable', () => {
  expect(isUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true)
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true)
  expect(isUnavailable(new TypeError('x is not a function'))).toBe(false)
})
