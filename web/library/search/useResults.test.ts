import { expect, test } from 'vitest'
import { facetsRequestOf, requestOf, formatCount, exactFirst, unlogged } from './useResults.ts'
import { emptySearch, readSearch } from './searchUrl.ts'

test('a query without filters is a plain search', () => {
  expect(requestOf({ ...emptySearch, q: 'murabaha', page: 3 })).toEqual({
    path: 'g/search',
    input: { Type: 'CaseFile', Query: 'murabaha', Page: 3, Sort: 'relevance', Facets: true },
  })
})

test('a search with a filter is an advanced search, with or without a query', () => {
  expect(requestOf(readSearch({ court: 4, sort: 'newest' }))).toEqual({
    path: 'g/advancedSearch',
    input: { Type: 'CaseFile', Court: 4, Page: 1, Sort: 'newest', Facets: true },
  })
  expect(requestOf(readSearch({ court: 4, q: 'murabaha' })).input).toMatchObject({ Query: 'murabaha', Court: 4 })
})

test('a search by filters alone is ordered by day, since no word is relevant', () => {
  expect(requestOf(readSearch({ court: 4 })).input).toMatchObject({ Sort: 'newest' })
  expect(requestOf(readSearch({ court: 4, sort: 'oldest' })).input).toMatchObject({ Sort: 'oldest' })
  expect(requestOf(readSearch({ court: 4, q: 'murabaha' })).input).toMatchObject({ Sort: 'relevance' })
})

test('a search for phrases is a plain search without facets', () => {
  expect(requestOf(readSearch({ type: 'Phrase', q: 'burden of proof', court: 4 }))).toEqual({
    path: 'g/search',
    input: { Type: 'Phrase', Query: 'burden of proof', Page: 1, Sort: 'relevance' },
  })
})

test('the request for facets only is the same for every page and order', () => {
  const search = readSearch({ q: 'murabaha', court: 4, sort: 'newest', page: 3 })
  expect(facetsRequestOf(search)).toEqual({
    path: 'g/advancedSearch',
    input: { Type: 'CaseFile', Query: 'murabaha', Court: 4, Page: 1, Sort: 'relevance', Facets: 'only' },
  })
})

test('a search that is run again for navigation asks not to be recorded, and is otherwise the same', () => {
  for (const params of [{ q: 'murabaha' }, { q: 'murabaha', court: 4 }, { type: 'Phrase', q: 'custody' }]) {
    const request = requestOf(readSearch(params))
    expect(unlogged(request)).toEqual({ path: request.path, input: { ...request.input, Log: false } })
  }
})

const cards = [{ reference: 'a' }, { reference: 'b' }, { reference: 'c' }]

test('the case whose number was searched for is first', () => {
  expect(exactFirst(cards, 'b').map((card) => card.reference)).toEqual(['b', 'a', 'c'])
  expect(exactFirst(cards, 'x')).toEqual(cards)
  expect(exactFirst(cards, null)).toEqual(cards)
})

test('a count that is not exact has a plus sign', () => {
  expect(formatCount(148, true)).toBe('148')
  expect(formatCount(12345, true)).toBe('12,345')
  expect(formatCount(10000, false)).toBe('10,000+')
})
