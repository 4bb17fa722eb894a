import { expect, test } from 'vitest'
import {
  countFilters,
  isFiltered,
  keyOfPart,
  noFilters,
  partsOf,
  rangeProblem,
  wireFilters,
  withoutPart,
  withToggled,
} from './filters.ts'

const all = {
  number: '899/Cv-C/2013',
  from: '2018-01-01',
  to: '2024-12-31',
  courts: [4],
  judges: [2, 9],
  types: [1],
  statuses: [3],
  years: [2019, 2020],
  claimant: 'Ahmed',
  respondant: 'Bank',
}

test('a date range counts as one filter, each judge and each case type as one', () => {
  expect(countFilters(all)).toBe(11)
  expect(countFilters({ ...noFilters, from: '2018-01-01' })).toBe(1)
  expect(isFiltered(noFilters)).toBe(false)
})

test('each filter has a key of its own, whatever the names of courts and judges are', () => {
  const keys = partsOf({ ...all, courts: [2, 4], statuses: [2, 3] }).map(keyOfPart)
  expect(new Set(keys).size).toBe(keys.length)
})

test('each filter can be removed alone, and removing all leaves none', () => {
  for (const part of partsOf(all)) expect(countFilters(withoutPart(all, part))).toBe(10)
  expect(partsOf(all).reduce(withoutPart, all)).toEqual(noFilters)
})

test('removing one of two judges keeps the other', () => {
  expect(withoutPart(all, { kind: 'judges', id: 2 }).judges).toEqual([9])
})

test('toggling a value adds it, and toggling it again removes it', () => {
  const two = withToggled(withToggled(noFilters, 'years', 2019), 'years', 2021)
  expect(two.years).toEqual([2019, 2021])
  expect(withToggled(two, 'years', 2019).years).toEqual([2021])
})

test('filters are sent under the names of the API', () => {
  expect(wireFilters(all)).toEqual({
    CaseNumber: '899/Cv-C/2013',
    ClosedDate: { from: '2018-01-01', to: '2024-12-31' },
    Court: 4,
    Judges: [2, 9],
    CaseTypes: [1],
    Statuses: [3],
    Years: [2019, 2020],
    Claimant: 'Ahmed',
    Respondant: 'Bank',
  })
  expect(wireFilters(noFilters)).toEqual({})
  expect(wireFilters({ ...noFilters, courts: [4, 7] })).toEqual({ Courts: [4, 7] })
  expect(wireFilters({ ...noFilters, to: '2020-01-01' })).toEqual({ ClosedDate: { to: '2020-01-01' } })
})

test.each([
  ['', '', {}],
  ['2020-01-01', '', {}],
  ['', '2020-01-01', {}],
  ['2020-01-01', '2020-01-01', {}],
  ['2020-01-02', '2020-01-01', { to: 'reversed' }],
  ['soon', '2020-01-01', { from: 'not-a-day' }],
  ['2020-02-30', 'later', { from: 'not-a-day', to: 'not-a-day' }],
] as const)('the range from %j to %j has the problem %j', (from, to, problem) => {
  expect(rangeProblem(from, to)).toEqual(problem)
})
