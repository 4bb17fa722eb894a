import { expect, test } from 'vitest'
import type { Facets, FacetValue } from '#shared/calls/search.ts'
import { noFilters } from '../filters.ts'
import { facetLists } from './facetLists.ts'

const values = (...ids: number[]): FacetValue[] => ids.map((value) => ({ value, name: `no ${value}`, count: 3 }))
const none: Facets = { court: [], year: [], case_type: [], judge: [], status: [] }

test('a list that could not narrow anything is left out, unless something of it is chosen', () => {
  expect(facetLists({ ...none, court: values(1) }, noFilters)).toEqual([])
  expect(facetLists({ ...none, court: values(1) }, { ...noFilters, courts: [1] })).toHaveLength(1)
})

test('what is chosen is shown however few have it, and nothing moves', () => {
  const [list] = facetLists({ ...none, judge: values(1, 2, 3, 4, 5, 6, 7, 8, 9) }, { ...noFilters, judges: [8] })
  expect(list?.filter).toBe('judges')
  expect(list?.first.map(({ value, isOn }) => `${value} ${isOn}`)).toEqual([
    '1 false',
    '2 false',
    '3 false',
    '4 false',
    '5 false',
    '8 true',
  ])
  expect(list?.rows.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('years stand from the newest to the oldest', () => {
  const [list] = facetLists({ ...none, year: values(2019, 2024, 2001) }, noFilters)
  expect(list?.rows.map(({ value }) => value)).toEqual([2024, 2019, 2001])
})

test('no button stands where one more row would do', () => {
  const [list] = facetLists({ ...none, court: values(1, 2, 3, 4, 5, 6) }, noFilters)
  expect(list?.first).toHaveLength(6)
})
