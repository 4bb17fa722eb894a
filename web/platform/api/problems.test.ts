import { expect, test } from 'vitest'
import { noProblems, problemsIn, without } from './problems.ts'

const failure = (errors: Record<string, string[]>) =>
  ({ Status: 'error', Message: 'Please check.', code: 'invalid', payload: { errors } }) as const

test('every sentence about a field is told, and the first stands at it', () => {
  expect(problemsIn(failure({ Password: ['Too short.', 'Too common.'], Fullname: ['Needed.'] }))).toEqual({
    messages: ['Too short.', 'Too common.', 'Needed.'],
    fields: { Password: 'Too short.', Fullname: 'Needed.' },
  })
})

test('the same sentence about two fields is told once', () => {
  const { messages } = problemsIn(failure({ Password: ['Needed.'], Fullname: ['Needed.'] }))
  expect(messages).toEqual(['Needed.'])
})

test('a failure of no field is told by its message', () => {
  expect(problemsIn(failure({}))).toEqual({ messages: ['Please check.'], fields: {} })
})

test('a success has no problems', () => {
  expect(problemsIn({ Status: 'success', Message: 'Done.' })).toEqual(noProblems)
})

test('a field that is changed takes its problem away', () => {
  const problems = problemsIn(failure({ Password: ['Too short.'], Fullname: ['Needed.'] }))
  expect(without(problems, 'Password')).toEqual({ messages: ['Needed.'], fields: { Fullname: 'Needed.' } })
})
