import { expect, test } from 'vitest'
import type { Facets, FacetValue } from '#shared/calls/search.ts'
import { noFilters } from '#web/library/search/filters.ts'
import { facetLists } from './FacetPanel.tsx'

const values = (...ids: number[]): FacetValue[] => ids.map((value) => ({ value, name: `no ${value}`, count: 3 }))
const none: Facets = { court: [], year: [], case_type: [], judge: [], status: [] }

test('a facet that cannot filter anything is left out, unless a value of it is chosen', () => {
  expect(facetLists({ ...none, court: values(1) }, noFilters)).toEqual([])
  expect(facetLists({ ...none, court: values(1) }, { ...noFilters, courts: [1] })).toHaveLength(1)
})

test('chosen values are among the first rows, and the order does not change', () => {
  const [list] = facetLists({ ...none, judge: values(1, 2, 3, 4, 5, 6, 7, 8, 9) }, { ...noFilters, judges: [8] })
  expect(list?.filter).toBe('judges')
  expect(list?.initialRows.map(({ value, isOn }) => `${value} ${isOn}`)).toEqual([
    '1 false',
    '2 false',
    '3 false',
    '4 false',
    '5 false',
    '8 true',
  ])
  expect(list?.rows.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('years are sorted from newest to oldest', () => {
  const [list] = facetLists({ ...none, year: values(2019, 2024, 2001) }, noFilters)
  expect(list?.rows.map(({ value }) => value)).toEqual([2024, 2019, 2001])
})

test('a list with only one more row is shown in full', () => {
  const [list] = facetLists({ ...none, court: values(1, 2, 3, 4, 5, 6) }, noFilters)
  expect(list?.initialRows).toHaveLength(6)
})
