import { expect, test } from 'vitest'
import { noProblems, problemsIn, sentencesOf, withoutProblemsOf } from './problems.ts'

const failure = (errors: Record<string, string[]>) =>
  ({ Status: 'error', Message: 'Please check.', code: 'invalid', payload: { errors } }) as const

test('every message of a field is listed, and the first is shown at the field', () => {
  expect(problemsIn(failure({ Password: ['Too short.', 'Too common.'], Fullname: ['Needed.'] }))).toEqual({
    messages: ['Too short.', 'Too common.', 'Needed.'],
    fields: { Password: 'Too short.', Fullname: 'Needed.' },
  })
})

test('a message that two fields share is listed once', () => {
  const { messages } = problemsIn(failure({ Password: ['Needed.'], Fullname: ['Needed.'] }))
  expect(messages).toEqual(['Needed.'])
})

test('a failure without fields lists its own message', () => {
  expect(problemsIn(failure({}))).toEqual({ messages: ['Please check.'], fields: {} })
})

test('a success has no problems', () => {
  expect(problemsIn({ Status: 'success', Message: 'Done.' })).toEqual(noProblems)
})

test('changing a field removes its messages', () => {
  const problems = problemsIn(failure({ Password: ['Too short.'], Fullname: ['Needed.'] }))
  expect(withoutProblemsOf(problems, 'Password')).toEqual({ messages: ['Needed.'], fields: { Fullname: 'Needed.' } })
})

test('a failure of fields yields every message of every field', () => {
  expect(sentencesOf(failure({ email: ['Not an e-mail.'], name: ['Needed.', 'Too short.'] }))).toEqual([
    'Not an e-mail.',
    'Needed.',
    'Too short.',
  ])
})

test('a failure without fields yields its own message', () => {
  expect(sentencesOf(failure({}))).toEqual(['Please check.'])
})

test('a success yields its message, or none when it is empty', () => {
  expect(sentencesOf({ Status: 'success', Message: '' })).toEqual([])
  expect(sentencesOf({ Status: 'success', Message: 'Saved.' })).toEqual(['Saved.'])
})
