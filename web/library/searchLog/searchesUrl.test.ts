import { expect, test } from 'vitest'
import { searchLogFilters } from '#shared/calls/searches.ts'
import { dayInMaldives } from '#shared/text/format/dates.ts'
import { firstDayOf, kinds, readLogFilters, normalizeLogParams, writeLogFilters } from './searchesUrl.ts'

test('the URL of the search log holds only values that differ from the defaults, and drops invalid ones', () => {
  expect(normalizeLogParams({})).toEqual({})
  expect(normalizeLogParams({ only: 'some', type: 'Judge', days: '8', page: '-1' })).toEqual({})
  const filters = { only: 'never-clicked', type: 'Phrase', days: '7', page: 3 } as const
  expect(readLogFilters(writeLogFilters(filters))).toEqual(filters)
  expect(readLogFilters({ days: 90, page: '2' })).toMatchObject({ days: '90', page: 2 })
})

test('the kinds of searches are those of the server', () => {
  expect(kinds).toEqual(searchLogFilters)
})

test('a period starts with a day of the Maldives, not of UTC', () => {
  const evening = Date.parse('2026-03-31T19:30:00Z')
  expect(dayInMaldives(evening)).toBe('2026-04-01')
  expect(firstDayOf('7', evening)).toBe('2026-03-26')
})
