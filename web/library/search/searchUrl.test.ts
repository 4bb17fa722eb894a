import fc from 'fast-check'
import { expect, test } from 'vitest'
import { advancedSearchInput, reference, searchInput } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { sorts } from '#shared/searchTypes.ts'
import { codePoint } from '#test/codePoint.ts'
import { noFilters } from './filters.ts'
import { normalizeQuery } from './queryProblem.ts'
import { requestOf } from './useResults.ts'
import { emptySearch, readSearch, type Search, normalizeSearchParams, writeSearch } from './searchUrl.ts'

const trimmed = (maxLength: number) => fc.string({ maxLength, unit: codePoint }).map((text) => text.trim())
const queryText = (maxLength: number) => trimmed(maxLength).map(normalizeQuery)
const query = queryText(80)
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { maxLength: 6 })
const day = fc.date({ min: new Date('1950-01-01'), max: new Date('2050-12-31'), noInvalidDate: true })
const dayText = day.map((date) => date.toISOString().slice(0, 10))
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.split('')
const references = fc.string({ unit: fc.constantFrom(...base58), minLength: 8, maxLength: 24 })

const filters = fc
  .record({
    number: queryText(64),
    range: fc.tuple(dayText, dayText),
    courts: ids,
    judges: ids,
    types: ids,
    statuses: ids,
    years: fc.uniqueArray(fc.integer({ min: 1900, max: 2200 }), { maxLength: 6 }),
    claimant: queryText(200),
    respondant: queryText(200),
  })
  .map(({ range, ...rest }) => {
    const [from = '', to = ''] = [...range].sort()
    return { ...rest, from, to }
  })

const opened = fc.oneof(
  fc.constant(undefined),
  references.map((reference) => ({ kind: 'phrase' as const, reference })),
  fc.record({
    kind: fc.constant('case' as const),
    reference: references,
    tab: fc.constantFrom('details' as const, 'text' as const),
  }),
  fc.record({
    kind: fc.constant('case' as const),
    reference: references,
    tab: fc.constant('text' as const),
    paragraph: fc.integer({ min: 1, max: 9999 }),
  }),
)
const page = fc.integer({ min: 1, max: limits.search.max_page })

const searches: fc.Arbitrary<Search> = fc.oneof(
  fc.record({
    type: fc.constant('CaseFile' as const),
    q: query,
    page,
    sort: fc.constantFrom(...sorts),
    filters,
    opened,
  }),
  fc.record({
    type: fc.constant('Phrase' as const),
    q: query,
    page,
    sort: fc.constant('relevance' as const),
    filters: fc.constant(noFilters),
    opened,
  }),
)

test('every search state survives a round trip through the URL', () => {
  fc.assert(
    fc.property(searches, (search) => {
      expect(readSearch(writeSearch(search))).toEqual(search)
    }),
  )
})

test('any URL yields a request that the schema accepts', () => {
  const anything = fc.dictionary(
    fc.constantFrom(
      'type',
      'q',
      'page',
      'sort',
      'number',
      'from',
      'to',
      'court',
      'judges',
      'types',
      'claimant',
      'case',
      'tab',
    ),
    fc.oneof(
      fc.anything(),
      fc.constantFrom('CaseFile', 'Phrase', '1', '-1', '3,3,x', '2020-02-30', '2020-02-03', 'text'),
      trimmed(70),
    ),
  )
  fc.assert(
    fc.property(anything, (params) => {
      const request = requestOf(readSearch(params))
      const schema = request.path === 'g/search' ? searchInput : advancedSearchInput
      expect(schema.safeParse(request.input).success).toBe(true)
    }),
  )
})

test('the empty search has no URL parameters', () => {
  expect(writeSearch(emptySearch)).toEqual({})
  expect(readSearch({})).toEqual(emptySearch)
})

test('unknown and malformed parameters are dropped', () => {
  expect(
    normalizeSearchParams({
      type: 'Judge',
      q: ['a'],
      page: '0',
      sort: 'best',
      from: '2020-13-01',
      to: 'now',
      court: '-3',
      judges: 'x,4,4,0,7',
      number: 'n'.repeat(65),
      case: '../secret',
      tab: 'edit',
      utm_source: 'newsletter',
    }),
  ).toEqual({ judges: '4,7' })
  expect(normalizeSearchParams({ q: '(OR) "', claimant: 'AND', page: '2.5' })).toEqual({})
  expect(normalizeSearchParams({ page: String(limits.search.max_page + 1) })).toEqual({})
})

test('a reversed date range is dropped', () => {
  expect(normalizeSearchParams({ from: '2021-01-02', to: '2021-01-01' })).toEqual({})
})

test('a search for phrases drops filters and order', () => {
  expect(normalizeSearchParams({ type: 'Phrase', q: 'burden of proof', court: 3, sort: 'newest' })).toEqual({
    type: 'Phrase',
    q: 'burden of proof',
  })
})

test('parameters that the router has parsed as number or boolean are read as text', () => {
  expect(readSearch({ q: 2013 }).q).toBe('2013')
  expect(readSearch({ q: true }).q).toBe('true')
  expect(readSearch({ types: 4 }).filters.types).toEqual([4])
})

test('a case opens on its details, or on its text with the tab parameter', () => {
  const name = 'Ab3dEf9hJk'
  expect(reference.safeParse(name).success).toBe(true)
  expect(readSearch({ case: name }).opened).toEqual({ kind: 'case', reference: name, tab: 'details' })
  expect(readSearch({ case: name, tab: 'text' }).opened).toEqual({ kind: 'case', reference: name, tab: 'text' })
  expect(readSearch({ phrase: name, tab: 'text' }).opened).toEqual({ kind: 'phrase', reference: name })
})
