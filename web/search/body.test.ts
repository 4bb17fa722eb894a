import { expect, test } from 'vitest'
import { bodyOf } from './body.ts'

const nothing = { answer: undefined, failure: undefined, page: 1 }
const none = { data: [], count: 0, pages: 0 }

test('until something comes, the page waits', () => {
  expect(bodyOf(nothing)).toEqual({ is: 'loading' })
})

test('what went wrong is told, also when an older page is still here', () => {
  const failure = { code: 'network', message: 'No network.' }
  expect(bodyOf({ ...nothing, failure })).toEqual({ is: 'failed', ...failure })
  expect(bodyOf({ answer: none, failure, page: 1 })).toEqual({ is: 'failed', ...failure })
})

test('a page past the end is no failure, however the server says it', () => {
  expect(bodyOf({ ...nothing, failure: { code: 'page-past-end', message: 'x' } })).toEqual({
    is: 'past-end',
    pages: null,
  })
  expect(bodyOf({ answer: { data: [], count: 40, pages: 4 }, failure: undefined, page: 9 })).toEqual({
    is: 'past-end',
    pages: 4,
  })
})

test('nothing found is empty', () => {
  expect(bodyOf({ ...nothing, answer: none })).toEqual({ is: 'empty' })
})
