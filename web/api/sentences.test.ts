import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

const failure = (errors: Record<string, string[]>) =>
  ({ Status: 'error', Message: 'Please check.', code: 'invalid', payload: { errors } }) as const

test('a failure of fields is told by each of its sentences', () => {
  expect(sentencesOf(failure({ email: ['Not an e-mail.'], name: ['Needed.', 'Too short.'] }))).toEqual([
    'Not an e-mail.',
    'Needed.',
    'Too short.',
  ])
})

test('a failure without fields is told by its message', () => {
  expect(sentencesOf(failure({}))).toEqual(['Please check.'])
})

test('a success that has nothing to say says nothing', () => {
  expect(sentencesOf({ Status: 'success', Message: '' })).toEqual([])
  expect(sentencesOf({ Status: 'success', Message: 'Saved.' })).toEqual(['Saved.'])
})
