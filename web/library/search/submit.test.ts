import { expect, test } from 'vitest'
import { submitOf, viewOf } from './submit.ts'
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
