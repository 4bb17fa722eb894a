import { expect, test } from 'vitest'
import { lengthOf, problemsOf } from './NewPasswordFields.tsx'

const long = 'correct horse 12'

test.each([
  [long, long, {}],
  ['', '', { Password: 'needed', Password_confirmation: 'needed' }],
  ['short', 'short', { Password: 'short' }],
  [long, `${long}.`, { Password_confirmation: 'differ' }],
  [long, '', { Password_confirmation: 'needed' }],
  ['a'.repeat(128), 'a'.repeat(128), {}],
  ['a'.repeat(129), 'a'.repeat(129), { Password: 'long' }],
])('the passwords %j and %j have the problems %j', (Password, Password_confirmation, problems) => {
  expect(problemsOf({ Password, Password_confirmation })).toEqual(problems)
})

test('a Thaana vowel sign counts as one character, and an emoji too', () => {
  expect(lengthOf('ޙުކުމް')).toBe(6)
  expect(lengthOf('🌊🌊')).toBe(2)
})
