import { expect, test } from 'vitest'
import { isOffered, openedBy, submitOf, viewOf, bodyOf } from './searchView.ts'
import { emptySearch, readSearch } from './searchUrl.ts'

const shown = { ...emptySearch, q: '80/HC-A/2013' }

test('another query starts on the first page', () => {
  expect(submitOf({ ...shown, page: 4 }, ' tenancy ', null)).toEqual({
    action: 'search',
    search: { ...shown, q: 'tenancy', page: 1 },
  })
})

test('a query that is too short is refused without a search', () => {
  expect(submitOf(shown, 'ab', null)).toEqual({ action: 'refuse', problem: 'short' })
  expect(submitOf(shown, '  ', null)).toEqual({ action: 'refuse', problem: 'empty' })
})

test('the query may be removed while filters remain', () => {
  const filtered = readSearch({ q: 'tenancy', court: 3 })
  expect(submitOf(filtered, '', null)).toMatchObject({ action: 'search', search: { q: '' } })
})

test('submitting the same case number again opens its case', () => {
  expect(submitOf(shown, '80/HC-A/2013', 'Ab3dEf9hJk')).toEqual({ action: 'open', reference: 'Ab3dEf9hJk' })
  expect(submitOf(shown, '80/HC-A/2013', null)).toEqual({ action: 'repeat' })
})

test('a URL without a search is the landing page, one with a query too short is refused', () => {
  expect(viewOf(readSearch({}))).toEqual({ at: 'landing' })
  expect(viewOf(readSearch({ q: 'ab' }))).toEqual({ at: 'refused', problem: 'short' })
  expect(viewOf(readSearch({ q: 'abc' }))).toEqual({ at: 'results' })
  expect(viewOf(readSearch({ court: 3 }))).toEqual({ at: 'results' })
})

const waiting = { answer: undefined, failure: undefined, page: 1 }
const none = {
  data: [],
  count: 0,
  fullCount: 0,
  countIsExact: true,
  page: 1,
  pages: 1,
  redirect: null,
  facets: null,
  suggestion: null,
  split: null,
  understood: null,
  relaxed: null,
  marks: [],
  repairs: [],
  numbers: null,
  entity: null,
  trace: null,
}

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

test.each([
  [
    { kind: 'number', text: '1/SC/2021', reference: 'aB3' },
    { kind: 'case', reference: 'aB3', tab: 'details' },
  ],
  [
    { kind: 'phrase', text: 'ހެކި', reference: 'aB3' },
    { kind: 'phrase', reference: 'aB3' },
  ],
  [{ kind: 'phrase', text: 'ޘާބިތު', reference: 'aB3' }, undefined],
  [{ kind: 'word', text: 'ކޯޓުގެ' }, undefined],
] as const)(
  'a suggestion of a number, or of a phrase too short for a search, opens its record: %j',
  (suggestion, opened) => {
    expect(openedBy(suggestion)).toEqual(opened)
    expect(isOffered(suggestion)).toBe(true)
  },
)

test('a suggestion that the search would refuse as too short is not offered', () => {
  expect(isOffered({ kind: 'word', text: 'ކޯޓު' })).toBe(false)
  expect(isOffered({ kind: 'party', text: 'ޢަލީ' })).toBe(false)
})
