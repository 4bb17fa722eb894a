import { expect, test } from 'vitest'
import { requestOf } from './request.ts'
import { emptySearch, readSearch } from './searchUrl.ts'

test('words alone are a plain search', () => {
  expect(requestOf({ ...emptySearch, q: 'murabaha', page: 3 })).toEqual({
    path: 'g/search',
    input: { Type: 'CaseFile', Query: 'murabaha', Page: 3, Sort: 'relevance' },
  })
})

test('one filter makes it an advanced search, with or without words', () => {
  expect(requestOf(readSearch({ court: 4, sort: 'newest' }))).toEqual({
    path: 'g/advancedSearch',
    input: { Type: 'CaseFile', Court: 4, Page: 1, Sort: 'newest' },
  })
  expect(requestOf(readSearch({ court: 4, q: 'murabaha' })).input).toMatchObject({ Query: 'murabaha', Court: 4 })
})

test('phrases are searched plainly', () => {
  expect(requestOf(readSearch({ type: 'Phrase', q: 'burden of proof', court: 4 }))).toEqual({
    path: 'g/search',
    input: { Type: 'Phrase', Query: 'burden of proof', Page: 1, Sort: 'relevance' },
  })
})
