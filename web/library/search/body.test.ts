import { expect, test } from 'vitest'
import { bodyOf } from './body.ts'

const waiting = { answer: undefined, failure: undefined, page: 1 }
const none = { data: [], count: 0, fullCount: 0, countIsExact: true, page: 1, pages: 1, redirect: null, facets: null, suggestion: null, understood: null, relaxed: null, marks: [], repairs: [], numbers: null, entity: null, trace: null } // prettier-ignore

test('the body is loading until there is an answer', () => {
  expect(bodyOf(waiting)).toEqual({ is: 'loading' })
})

test('a failure is shown, also while an older page is still displayed', () => {
  const failure = { code: 'network', message: 'No network.' }
  expect(bodyOf({ ...waiting, failure })).toEqual({ is: 'failed', ...failure })
  expect(bodyOf({ answer: none, failure, page: 1 })).toEqual({ is: 'failed', ...failure })
})

test('a page past the end is not a failure, whether reported by code or by page count', () => {
  const failure = { code: 'page-past-end', message: 'x' }
  expect(bodyOf({ ...waiting, failure })).toEqual({ is: 'past-end', pages: null })
  expect(bodyOf({ answer: { ...none, count: 40, pages: 4 }, failure: undefined, page: 9 })).toEqual({
    is: 'past-end',
    pages: 4,
  })
})

test('an answer without results that offers cases by number is not empty', () => {
  const numbers = { state: 'ambiguous' as const, cases: [{ number: '2013/HC-A/80', reference: 'a', title: '' }] }
  expect(bodyOf({ ...waiting, answer: { ...none, numbers } })).toEqual({ is: 'numbers' })
  expect(bodyOf({ ...waiting, answer: { ...none, numbers: { state: 'missing', cases: [] } } })).toEqual({ is: 'empty' })
  expect(bodyOf({ ...waiting, answer: { ...none, numbers, count: 1 } })).toMatchObject({ is: 'page' })
})

test('an answer without results is empty, an answer with results is a page', () => {
  expect(bodyOf({ ...waiting, answer: none })).toEqual({ is: 'empty' })
  expect(bodyOf({ ...waiting, answer: { ...none, count: 1 } })).toMatchObject({ is: 'page' })
})
