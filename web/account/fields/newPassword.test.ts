import { expect, test } from 'vitest'
import { lettersOf, problemsOf } from './newPassword.ts'

const long = 'correct horse 12'

test.each([
  [long, long, {}],
  ['', '', { Password: 'needed', Password_confirmation: 'needed' }],
  ['short', 'short', { Password: 'short' }],
  [long, `${long}.`, { Password_confirmation: 'differ' }],
  [long, '', { Password_confirmation: 'needed' }],
  ['a'.repeat(128), 'a'.repeat(128), {}],
  ['a'.repeat(129), 'a'.repeat(129), { Password: 'long' }],
])('of %j and %j the problems are %j', (Password, Password_confirmation, problems) => {
  expect(problemsOf({ Password, Password_confirmation })).toEqual(problems)
})

test('a sign of Thaana counts as much as its letter, and a picture as one', () => {
  expect(lettersOf('ޙުކުމް')).toBe(6)
  expect(lettersOf('🌊🌊')).toBe(2)
})
