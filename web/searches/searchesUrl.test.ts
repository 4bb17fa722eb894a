import { expect, test } from 'vitest'
import { tracedSearches } from '#shared/calls/searches.ts'
import { beginningOf, dayInMaldives, kinds, readLooking, tidySearches, writeLooking } from './searchesUrl.ts'

test('an address says only what is not usual, and nonsense is dropped', () => {
  expect(tidySearches({})).toEqual({})
  expect(tidySearches({ only: 'some', type: 'Judge', days: '8', page: '-1' })).toEqual({})
  const looking = { only: 'never-clicked', type: 'Phrase', days: '7', page: 3 } as const
  expect(readLooking(writeLooking(looking))).toEqual(looking)
  expect(readLooking({ days: 90, page: '2' })).toMatchObject({ days: '90', page: 2 })
})

test('the kinds of searches are those that the server knows', () => {
  expect(kinds).toEqual(tracedSearches)
})

test('a day begins in the Maldives, not in Greenwich', () => {
  const evening = Date.parse('2026-03-31T19:30:00Z')
  expect(dayInMaldives(evening)).toBe('2026-04-01')
  expect(beginningOf('7', evening)).toBe('2026-03-26')
})
